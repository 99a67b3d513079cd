import type { ReactNode } from 'react';

export interface PaletteOffer {
  id: string;
  label: string;
  icon: ReactNode;
  run: () => void;
}

const none: readonly PaletteOffer[] = [];
let offers = none;
const listeners = new Set<() => void>();

function become(next: readonly PaletteOffer[]): void {
  offers = next;
  for (const listener of listeners) listener();
}

/** What the open screen lets the palette do; returns the way to take it back. */
export function offer(mine: readonly PaletteOffer[]): () => void {
  become(mine);
  return () => {
    if (offers === mine) become(none);
  };
}

export function currentOffers(): readonly PaletteOffer[] {
  return offers;
}

export function subscribeOffers(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
