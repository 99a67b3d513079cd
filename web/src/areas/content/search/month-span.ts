import type { Asked } from './search-params';

interface Month {
  since: number;
  until: number;
}

/** The first and the last of the months that are chosen; [-1, -1]: none. */
export function spanOf(months: readonly Month[], { since, until }: Asked): [first: number, last: number] {
  if (since === undefined && until === undefined) return [-1, -1];
  const isIn = (month: Month) =>
    (since === undefined || month.since >= since) && (until === undefined || month.until <= until);
  const chosen = months.flatMap((month, index) => (isIn(month) ? [index] : []));
  return [chosen[0] ?? -1, chosen.at(-1) ?? -1];
}
