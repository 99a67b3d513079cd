import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import type { EntryType } from '../../../platform/registry/entry-types';
import { answered } from '../queries';
import { type Asked, filterOf } from './search-params';

export type Facets = Schema<'SearchFacets'>;

const PAGE = 60;
/** Facets of a term are asked for again after this: they follow what others change. */
const FRESH_MS = 30_000;

/** What the server is asked; how hits are shown does not matter to it. */
function said({ view: _, order: __, ...asked }: Asked) {
  return asked;
}

export function searchQuery(appId: number, asked: Asked, types: readonly EntryType[]) {
  const { term = '', order } = asked;
  return infiniteQueryOptions({
    queryKey: ['search', appId, order ?? 'best', said(asked)],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/search', {
          params: {
            path: { application_instance_id: appId },
            query: {
              ...{ term, limit: PAGE, order: order ?? 'best', ...filterOf(asked, types) },
              ...(pageParam !== null && { after: pageParam }),
            },
          },
          headers: shownInPlace,
          signal,
        }),
      ),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    enabled: term.trim() !== '',
  });
}

/** By what the hits can be narrowed. */
export function facetsQuery(appId: number, asked: Asked, types: readonly EntryType[]) {
  const { term = '' } = asked;
  return queryOptions({
    queryKey: ['search facets', appId, said(asked)],
    queryFn: async ({ signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/search/facets', {
          params: { path: { application_instance_id: appId }, query: { term, ...filterOf(asked, types) } },
          headers: shownInPlace,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    enabled: term.trim() !== '',
  });
}
