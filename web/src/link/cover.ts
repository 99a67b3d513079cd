import type { Entry } from './answers';
import { isTransparent } from './pictures';

/** So many pixels fill the head of the page: of the longer side, and of the width. */
const [LONG, WIDE] = [1200, 800];

/** The first picture that can fill the head of the page: large enough, nothing to be seen through, and not shown small. */
export function coverOf(items: readonly Entry[]): Entry | null {
  return items.find((item) => item.has_picture && item.entry_type === 'image' && fills(item)) ?? null;
}

function fills({ width, height, placeholder, rights_ended }: Entry): boolean {
  if (!width || !height || rights_ended) return false;
  return Math.max(width, height) >= LONG && width >= WIDE && !isTransparent(placeholder);
}
