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

/** Whether a tab is out of sight, or only partly between the ends of its row. */
export function isCut({ scrollLeft, clientWidth }: Row, { offsetLeft, offsetWidth }: Tab): boolean {
  const last = scrollLeft + clientWidth;
  const isOut = offsetLeft + offsetWidth <= scrollLeft || offsetLeft >= last;
  const isPart = offsetLeft < scrollLeft - 1 || offsetLeft + offsetWidth > last + 1;
  // One that fits nowhere is better seen in part.
  return isOut || (isPart && offsetWidth <= clientWidth);
}
