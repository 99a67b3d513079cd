import { useEffect } from 'react';
import { MOST_LOADED } from '../entry/not-for-all';
import type { Entry } from '../queries';
import type { LongList } from './browser-view';
import type { Whole } from './use-whole';

interface Props {
  whole: Whole | null;
  entries: readonly Entry[];
  more: boolean;
  loadMore: () => void;
  list: LongList | null;
}

/** Loads the rest of a list of which everything is selected; true once it is there. */
export function useLoadSelected({ whole, entries, more, loadMore, list }: Props): boolean {
  const begin = list?.begin ?? 0;
  const wants = whole !== null && whole.count <= MOST_LOADED;
  const end = begin + entries.length;
  // Asked again with each page, until there is enough of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (wants && more) loadMore();
  }, [wants, more, loadMore, end]);
  useEffect(() => {
    if (wants && begin > 0) list?.loadBefore();
  }, [wants, list, begin]);
  return whole !== null && !more && begin === 0;
}
