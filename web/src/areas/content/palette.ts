import type { PaletteSource } from '../../platform/ui/seams';

/** What the command palette finds in the content area: a hook, given the typed words. */
export const contentPalette: PaletteSource | null = null;
