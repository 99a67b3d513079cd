/** The pages beside each other: the cover stands alone, as in a book. Pages are counted from 1. */
export function pagesShown(page: number, total: number, spread: boolean): number[] {
  if (!spread || page <= 1) return [page];
  const left = page - (page % 2);
  return [left, left + 1].filter((one) => one <= total);
}

/** The page to show after a step; the same one at either end. */
export function pageAfter(page: number, total: number, spread: boolean, by: 1 | -1): number {
  const shown = pagesShown(page, total, spread);
  const wanted = by === 1 ? (shown.at(-1) ?? page) + 1 : (shown[0] ?? page) - 1;
  if (wanted < 1 || wanted > total) return page;
  return pagesShown(wanted, total, spread)[0] ?? page;
}
