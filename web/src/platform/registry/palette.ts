import type { ReactNode } from 'react';

export type PaletteItem = {
  id: string;
  label: string;
  description?: string;
  icon?: ReactNode;
  /** Groups stand in the order of their lowest number; 50 if none is given. */
  order?: number;
  group: string;
  /** The keys that do the same without the palette. */
  keys?: string;
  run: () => void;
};

/** A hook that finds palette items for the typed words; called on every render of the palette. */
export type PaletteSource = (term: string) => readonly PaletteItem[];

type Opener = (term: string) => void;
let opener: Opener | null = null;

/** For the shell, which has the palette. */
export function openPaletteBy(next: Opener): () => void {
  opener = next;
  return () => {
    if (opener === next) opener = null;
  };
}

/** Opens the palette with these words in its field. */
export function openPaletteWith(term: string): void {
  opener?.(term);
}
