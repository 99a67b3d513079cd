import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { flatten, isCheapToRefetch } from '../entry-pages';
import { type Entry, entriesQuery, type Order } from '../queries';

/** The loaded entries of a folder, and how to load more. */
export function useEntryList(appId: number, nodeId: number, order: Order) {
  const client = useQueryClient();
  const options = entriesQuery(appId, nodeId, order);
  const list = useInfiniteQuery(options);
  const entries = useMemo(() => flatten(list.data), [list.data]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, isStale } = list;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  // A long list is not reloaded while the user reads it: it reports that there is more to see.
  const outdated =
    isStale && !isCheapToRefetch(list.data) && client.getQueryState(options.queryKey)?.isInvalidated === true;
  return {
    entries,
    total: list.data?.pages[0]?.total ?? null,
    more: hasNextPage,
    loadMore,
    pending: list.isPending,
    error: failureOf(list),
    retry: () => void list.refetch(),
    outdated,
    renew: () => void client.resetQueries({ queryKey: options.queryKey }),
  };
}

const OFFLINE = new Error('no connection');

/** Why a query has no data: its error, or that it waits for the connection. */
export function failureOf(asked: { isPending: boolean; isPaused: boolean; error: unknown }): unknown {
  return asked.isPending && asked.isPaused ? OFFLINE : asked.error;
}

export function hits<Item extends Entry>(data: InfiniteData<{ items: Item[] }, unknown> | undefined): Item[] {
  return data?.pages.flatMap((page) => page.items) ?? [];
}
