import type { ComponentType, PropsWithChildren, ReactNode } from 'react';

/** The widgets of the activity area for the shell and for home; each may be lazy. */
export type ActivityWidgets = {
  /** Around the whole shell: upload queue, socket, drop overlay. */
  Provider?: ComponentType<PropsWithChildren>;
  /** In the top bar. */
  Bell?: ComponentType;
  /** At the bottom right. */
  Tray?: ComponentType;
  /** The recent actions on home. */
  Recent?: ComponentType;
};

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
