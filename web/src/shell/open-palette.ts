import { loadChunk } from '../platform/routing/page';
import { typeAhead } from './typed-ahead';

let isOnItsWay = false;

/** Opens the command palette with these words in its field; what is typed until it is there follows them. */
export async function openPalette(term = ''): Promise<void> {
  if (isOnItsWay) return;
  isOnItsWay = true;
  const ahead = typeAhead(term);
  try {
    const { openWith } = await loadChunk(() => import('./CommandPalette'));
    if (!ahead.isCancelled()) openWith(ahead);
  } catch (error) {
    ahead.end();
    throw error;
  } finally {
    isOnItsWay = false;
  }
}
