import type { ReactNode } from 'react';

export interface PaletteOffer {
  id: string;
  label: string;
  icon: ReactNode;
  keys?: string;
  run: () => void;
}

const none: readonly PaletteOffer[] = [];
let offers = none;
const listeners = new Set<() => void>();

function become(next: readonly PaletteOffer[]): void {
  offers = next;
  for (const listener of listeners) listener();
}

/** The actions of the open screen for the palette; returns a function that removes them. */
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

type Selected = { count: number; offers: readonly PaletteOffer[] };
const nobody = (): Selected => ({ count: 0, offers: none });
let selected = nobody;

/** What can be done with the selection, found when the palette asks; returns a function that removes it. */
export function offerSelected(mine: () => Selected): () => void {
  selected = mine;
  return () => {
    if (selected === mine) selected = nobody;
  };
}

export function selectedOffers(): Selected {
  return selected();
}
