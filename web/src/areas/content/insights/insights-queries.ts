import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { instanceUrl } from '../../../platform/session/instance-url';
import { answered } from '../queries';

export const periods = ['week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof periods)[number];

export const uses = ['views', 'downloads', 'shares'] as const;
/** What people did with entries. */
export type Use = (typeof uses)[number];

export type UsedDay = Schema<'InsightsDay'>;
export type Storage = Schema<'RepositoryStorage'>;

const key = (appId: number, nodeId: number, ...rest: readonly unknown[]) => ['insights', appId, nodeId, ...rest];
const of = (application_instance_id: number, node_id: number) => ({ application_instance_id, node_id });
const next = (after: string | null) => ({ limit: 10, ...(after !== null && { after }) });
const headers = shownInPlace;

/** How often what is in a repository was used, day by day. */
export function daysQuery(appId: number, nodeId: number, period: Period) {
  return queryOptions({
    queryKey: key(appId, nodeId, 'days', period),
    queryFn: async ({ signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/insights/repository/{node_id}', {
          params: { path: of(appId, nodeId), query: { period } },
          headers,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The entries of a repository that are used most. */
export function usedQuery(appId: number, nodeId: number, period: Period, by: Use) {
  return infiniteQueryOptions({
    queryKey: key(appId, nodeId, 'used', period, by),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/insights/repository/{node_id}/used', {
          params: { path: of(appId, nodeId), query: { period, by, ...next(pageParam) } },
          headers,
          signal,
        }),
      ),
    getNextPageParam: ({ next: after }) => after,
    placeholderData: keepPreviousData,
  });
}

/** The large files of a repository that nobody has used for a year. */
export function unusedQuery(appId: number, nodeId: number) {
  return infiniteQueryOptions({
    queryKey: key(appId, nodeId, 'unused'),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/insights/repository/{node_id}/unused', {
          params: { path: of(appId, nodeId), query: next(pageParam) },
          headers,
          signal,
        }),
      ),
    getNextPageParam: ({ next: after }) => after,
  });
}

/** What takes space in a repository. */
export function storageQuery(appId: number, nodeId: number) {
  return queryOptions({
    queryKey: key(appId, nodeId, 'storage'),
    queryFn: async ({ signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/insights/repository/{node_id}/storage', {
          params: { path: of(appId, nodeId) },
          headers,
          signal,
        }),
      ),
  });
}

/** The share links of a repository that are used most. */
export function linkUsesQuery(appId: number, nodeId: number, period: Period) {
  return queryOptions({
    queryKey: key(appId, nodeId, 'links', period),
    queryFn: async ({ signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/insights/repository/{node_id}/links', {
          params: { path: of(appId, nodeId), query: { period } },
          headers,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** How often an entry was used. */
export function entryUsesQuery(appId: number, nodeId: number, period: Period) {
  return queryOptions({
    queryKey: key(appId, nodeId, 'entry', period),
    queryFn: async ({ signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/insights/entry/{node_id}', {
          params: { path: of(appId, nodeId), query: { period } },
          headers,
          signal,
        }),
      ),
    staleTime: 0,
  });
}

type List = 'over_time' | 'used' | 'unused' | 'folders' | 'people' | 'links';

/** The address of a list as a file for spreadsheets. */
export function exportUrl(
  appId: number,
  nodeId: number,
  list: List,
  asked: { period?: Period; by?: Use } = {},
): string {
  return `${instanceUrl(appId)}/insights/repository/${nodeId}/export?${new URLSearchParams({ list, ...asked })}`;
}
