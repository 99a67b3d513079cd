import { loadChunk } from '../platform/routing/page';

/** Opens the command palette; it appears once it is loaded. */
export async function openPalette(): Promise<void> {
  const { palette } = await loadChunk(() => import('./CommandPalette'));
  palette.open();
}
