interface Row {
  scrollLeft: number;
  clientWidth: number;
}

interface Tab {
  offsetLeft: number;
  offsetWidth: number;
}

/** Where a row is scrolled to, so that one of its tabs is in sight with a margin at both sides. */
export function inSight({ scrollLeft, clientWidth }: Row, { offsetLeft, offsetWidth }: Tab, margin: number): number {
  const [first, last] = [offsetLeft - margin, offsetLeft + offsetWidth + margin - clientWidth];
  // Where both do not fit, its beginning is seen.
  return Math.max(0, Math.min(Math.max(scrollLeft, last), first));
}

/** Which ends of a row are out of sight. */
export function hiddenEnds({ scrollLeft, clientWidth, scrollWidth }: Row & { scrollWidth: number }) {
  return { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 };
}

/** Whether a tab is only partly between the ends of its row; an end with more behind it has an arrow, which covers some. */
export function isCut(row: Row & { scrollWidth: number }, { offsetLeft, offsetWidth }: Tab, arrow: number): boolean {
  const { before, after } = hiddenEnds(row);
  const first = row.scrollLeft + (before ? arrow : 0);
  const last = row.scrollLeft + row.clientWidth - (after ? arrow : 0);
  // One that fits nowhere is better seen in part.
  return offsetWidth <= row.clientWidth - 2 * arrow && (offsetLeft < first - 1 || offsetLeft + offsetWidth > last + 1);
}

/** Where a row is scrolled to, so that the next tabs that are out of sight at one of its ends come into it. */
export function nextInSight(row: Row, tabs: readonly Tab[], side: 'before' | 'after', margin: number): number {
  const last = row.scrollLeft + row.clientWidth - margin;
  if (side === 'after') {
    const next = tabs.find(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth > last);
    return next ? Math.max(next.offsetLeft - margin, row.scrollLeft + 1) : row.scrollLeft;
  }
  const next = tabs.findLast(({ offsetLeft }) => offsetLeft < row.scrollLeft + margin);
  return next ? Math.max(0, next.offsetLeft + next.offsetWidth + margin - row.clientWidth) : row.scrollLeft;
}
