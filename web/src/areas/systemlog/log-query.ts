import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import type { logFilter } from './log-search';

const path = '/api/core/system_log';
const pageSize = 30;

/** The log by pages of 30, each beginning at the end of the one before. */
export function logQuery(filter: ReturnType<typeof logFilter>) {
  return infiniteQueryOptions({
    queryKey: ['get', path, filter],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const after = pageParam === null ? {} : { after: pageParam };
      const params = { query: { ...filter, limit: pageSize, ...after } };
      const { data, error } = await api.GET(path, { params, headers: shownInPlace, signal });
      if (data === undefined) throw error;
      return data;
    },
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}
