import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type EntryPages, flatten, isCheapToRefetch } from '../entry-pages';
import type { Order } from '../orders';
import { bucketsQuery, type Entry, entriesQuery, type ListFilter, PAGE } from '../queries';
import { pageAt } from './bucket-marks';

/** From so many entries on, a list is long: one can jump in it. */
const LONG = 100;

/** A page that the list begins with instead of its first. */
type Start = { order: Order; after: string; skip: number; index: number };

/** The loaded entries of a folder, or of what its list is narrowed to, and how to load more. */
export function useEntryList(appId: number, nodeId: number, order: Order, filter: ListFilter | null) {
  const client = useQueryClient();
  const [jumped, setJumped] = useState<Start | null>(null);
  const start = jumped?.order === order && filter === null ? jumped : null;
  const first = useInfiniteQuery({
    ...entriesQuery(appId, nodeId, order, { filter }),
    // What was listed stays until what it is narrowed to is there.
    placeholderData: (before, query) => (query?.queryKey[3] === order ? before : undefined),
  });
  const options = entriesQuery(appId, nodeId, order, { filter, from: start ?? undefined });
  const jumpedTo = useInfiniteQuery({ ...options, enabled: start !== null });
  const list = start === null ? first : jumpedTo;
  const total = first.isPlaceholderData ? null : (first.data?.pages[0]?.total ?? null);
  const isLong = total !== null && total >= LONG && !order.endsWith('size');
  const buckets = useQuery({ ...bucketsQuery(appId, nodeId, order), enabled: isLong }).data;
  const entries = useMemo(() => flatten(list.data), [list.data]);
  const { hasNextPage, isFetchNextPageError, fetchNextPage, hasPreviousPage, fetchPreviousPage } = list;
  const { isStale, isPlaceholderData } = list;
  // A page that is asked for would cancel one that is on its way.
  const isFetching = list.isFetchingNextPage || list.isFetchingPreviousPage;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isPlaceholderData && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError, fetchNextPage]);
  const loadBefore = useCallback(() => {
    if (hasPreviousPage && !isFetching) void fetchPreviousPage();
  }, [hasPreviousPage, isFetching, fetchPreviousPage]);
  const jumpTo = useCallback(
    (index: number) => {
      const page = buckets ? pageAt(buckets, index, PAGE) : null;
      if (page === null) return;
      setJumped(page.index === 0 ? null : { order, ...page });
    },
    [buckets, order],
  );
  // Pages that were loaded before the one that was jumped to move the beginning up.
  const before = useMemo(() => entriesBefore(list.data), [list.data]);
  const known = list.data === undefined || hasPreviousPage;
  const begin = start !== null && known ? Math.max(0, start.index - before) : 0;
  // A long list is not reloaded while the user reads it: it reports that there is more to see.
  const outdated =
    isStale && !isCheapToRefetch(list.data) && client.getQueryState(options.queryKey)?.isInvalidated === true;
  return {
    entries,
    total,
    totalAtLeast: first.data?.pages[0]?.total_at_least ?? false,
    /** What the whole list is like, where that is known: its buckets, and the place of the first loaded entry. */
    long: useMemo(
      () => (buckets && buckets.length > 0 ? { buckets, begin, loadBefore, jumpTo } : null),
      [buckets, begin, loadBefore, jumpTo],
    ),
    more: hasNextPage,
    loadMore,
    pending: first.isPending,
    /** A page in the middle is on its way. */
    jumping: start !== null && list.isPending,
    error: failureOf(list),
    retry: () => void list.refetch(),
    outdated,
    renew: () => {
      setJumped(null);
      void client.resetQueries({ queryKey: entriesQuery(appId, nodeId, order, { filter }).queryKey });
      void client.invalidateQueries({ queryKey: bucketsQuery(appId, nodeId, order).queryKey });
    },
  };
}

/** How many of the entries came with pages before the one that the list began with. */
function entriesBefore(data: EntryPages | undefined): number {
  const isBefore = (param: unknown) => typeof param === 'object' && param !== null && 'before' in param;
  return data?.pages.reduce((sum, page, at) => sum + (isBefore(data.pageParams[at]) ? page.items.length : 0), 0) ?? 0;
}

const OFFLINE = new Error('no connection');

/** Why a query has no data: its error, or that it waits for the connection. */
export function failureOf(asked: { isPending: boolean; isPaused: boolean; error: unknown }): unknown {
  return asked.isPending && asked.isPaused ? OFFLINE : asked.error;
}

export function hits<Item extends Entry>(data: InfiniteData<{ items: Item[] }, unknown> | undefined): Item[] {
  return data?.pages.flatMap((page) => page.items) ?? [];
}
