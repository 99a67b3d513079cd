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
