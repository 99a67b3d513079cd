import type { Point } from '../../../platform/zoom';

export type Swipe = 'next' | 'previous' | 'close' | 'details';

const FAR = 56;
const QUICK = 0.4;

/** What a finger's way over the whole picture means; `ms` is how long it took. */
export function swipeOf({ x, y }: Point, ms: number): Swipe | null {
  const along = Math.max(Math.abs(x), Math.abs(y));
  if (along < FAR && (along < FAR / 2 || along / Math.max(1, ms) < QUICK)) return null;
  if (Math.abs(x) > Math.abs(y)) return x < 0 ? 'next' : 'previous';
  return y > 0 ? 'close' : 'details';
}
