/** The rows from `first` up to, but without, `last`. */
export interface RowRange {
  first: number;
  last: number;
}

/** Where each row begins; after them, where the last one ends. */
export function topsOf(heights: readonly number[]): number[] {
  const tops = [0];
  let top = 0;
  for (const height of heights) {
    top += height;
    tops.push(top);
  }
  return tops;
}

/** The row at a height, of rows that begin at `tops`; halving, so that a long list costs no more than a short one. */
export function rowAt(tops: readonly number[], height: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The rows that a view from `top` to `bottom` shows, and some on either side. */
export function rowsBetween(tops: readonly number[], top: number, bottom: number, around: number): RowRange {
  const count = tops.length - 1;
  if (count <= 0) return { first: 0, last: 0 };
  return {
    first: Math.max(0, rowAt(tops, top) - around),
    last: Math.min(count, rowAt(tops, Math.max(top, bottom - 1)) + 1 + around),
  };
}

/** How far a view of `height` px at `from` scrolls to show what lies from `top` to `bottom`. */
export function scrollFor(top: number, bottom: number, from: number, height: number): number {
  if (top < from) return top;
  return bottom > from + height ? bottom - height : from;
}
