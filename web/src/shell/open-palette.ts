import { loadChunk } from '../platform/routing/page';

/** Opens the command palette with these words in its field; it appears once it is loaded. */
export async function openPalette(term = ''): Promise<void> {
  const { openWith } = await loadChunk(() => import('./CommandPalette'));
  openWith(term);
}
