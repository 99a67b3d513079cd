import type { ReactNode } from 'react';

export type PaletteItem = {
  id: string;
  label: string;
  description?: string;
  icon?: ReactNode;
  group: string;
  run: () => void;
};

/** A hook that finds palette items for the typed words; called on every render of the palette. */
export type PaletteSource = (term: string) => readonly PaletteItem[];
