import { useEffect } from 'react';
import type { BrowserView } from './browser-view';

/** So long somebody stays at a place far away before it is loaded: who drags the scrollbar passes many. */
const STAYS_MS = 120;
/** A place this far from what is loaded is jumped to; a nearer one is reached page by page. */
const FAR = 200;

interface Shown {
  /** In the whole list. */
  from: number;
  to: number;
  /** The end of what is drawn is near. */
  atEnd: boolean;
}

/** Loads what the rows in view show: more at either end, or the page of a place far away. */
export function useLoading({ entries, more, loadMore, list }: BrowserView, shown: Shown, ahead: number): void {
  const { from, to, atEnd } = shown;
  const begin = list?.begin ?? 0;
  const end = begin + entries.length;
  const isFar = list !== null && entries.length > 0 && (to < begin - FAR || from > end + FAR);
  const wantsMore = more && (list === null ? atEnd : !isFar && to >= end - ahead);
  const wantsBefore = list !== null && begin > 0 && !isFar && from <= begin + ahead;
  // Asked again with each page, until there is enough of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (wantsMore) loadMore();
  }, [wantsMore, loadMore, end]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (wantsBefore) list?.loadBefore();
  }, [wantsBefore, list, begin]);
  useEffect(() => {
    if (!isFar || list === null) return;
    const timer = setTimeout(() => list.jumpTo(Math.floor((from + to) / 2)), STAYS_MS);
    return () => clearTimeout(timer);
  }, [isFar, list, from, to]);
}
