import { type MouseEvent, useState } from 'react';

/** Where a menu hangs that a right click opens, and which element gets the focus back. */
export interface PointerPlace {
  x: number;
  y: number;
  from: HTMLElement;
  /** A closed menu stays for the dialogs that it has opened. */
  open: boolean;
}

/** A menu at the pointer; the place is null until it is asked for. */
export function usePointerPlace() {
  const [place, setPlace] = useState<PointerPlace | null>(null);
  const show = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    setPlace({ x: event.clientX, y: event.clientY, from: event.currentTarget, open: true });
  };
  const close = () => setPlace((now) => now && { ...now, open: false });
  return { place, show, close };
}
