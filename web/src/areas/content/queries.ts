import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, query, type Schema } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import { instanceUrl } from '../../platform/session/instance-url';
import { isByDate, type Order } from './orders';

export type Entry = Schema<'Entry'>;
export type EntryDetail = Schema<'EntryDetail'>;
export type EntryPage = Schema<'EntryPage'>;
export type Repository = Schema<'Repository'>;
export type SearchHit = Schema<'SearchHit'>;
export type BinEntry = Schema<'BinEntry'>;

export const PAGE = 100;

/** Keys of the paged lists; the socket's events find them by these (live-cache.ts). */
const listKey = (appId: number, nodeId: number, { order, filter, from }: ListOf & { from?: PageOf | undefined }) =>
  ['entries', appId, nodeId, order, ...(filter ? [filter] : []), ...(from ? [from.after, from.skip] : [])] as const;
export const listsOf = (nodeId: number) => (key: readonly unknown[]) => key[0] === 'entries' && key[2] === nodeId;
/** A folder's lists by the dates of its pictures. */
export const listsByDate = (nodeId: number) => (key: readonly unknown[]) => listsOf(nodeId)(key) && isByDate(key[3]);
/** What is counted of a folder's list: where its letters and days begin, and by what it can be narrowed. */
export const countsOf = (nodeId: number) => (key: readonly unknown[]) =>
  (key[0] === 'buckets' || key[0] === 'facets') && key[2] === nodeId;
/** Keys of the tree's folders: ['folders', appId, nodeId]. */
export const foldersKey = ['folders'] as const;
export const coversKey = ['covers'] as const;
/** Keys of the versions of a file: ['versions', appId, nodeId]. */
export const versionsKey = ['versions'] as const;
export const binKey = (appId: number) => ['bin', appId] as const;

/** The data of a call, or its error thrown for the query to keep. */
export function answered<Data>(answer: { data?: Data; error?: unknown }): Data {
  if (answer.data === undefined) throw answer.error;
  return answer.data;
}

/** What a list is narrowed to: the server's parameters. */
export type ListFilter = Readonly<Pick<Schema<'FilterQuery'>, 'types' | 'people'>>;

/** A list of a folder. */
interface ListOf {
  order: Order;
  /** Null: everything. */
  filter?: ListFilter | null;
}

/** A page of a list: after an entry, or before one. */
interface PageOf {
  after?: string;
  before?: string;
  skip?: number;
}

/** The entries of a folder, from its first one or from a page in the middle. */
export function entriesQuery(
  appId: number,
  nodeId: number,
  order: Order,
  { filter = null, from }: { filter?: ListFilter | null; from?: { after: string; skip: number } | undefined } = {},
) {
  return infiniteQueryOptions({
    queryKey: listKey(appId, nodeId, { order, filter, from }),
    initialPageParam: (from ? { after: from.after, ...(from.skip > 0 && { skip: from.skip }) } : null) as PageOf | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/entry/list/{node_id}', {
          params: {
            path: { application_instance_id: appId, node_id: nodeId },
            query: { limit: PAGE, order, ...filter, ...pageParam },
          },
          headers: shownInPlace,
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => (next === null ? null : { after: next }),
    getPreviousPageParam: ({ previous }) => (previous ? { before: previous } : null),
  });
}

/** Where letters, days or months begin in a list, by the clock of this device. */
export function bucketsQuery(appId: number, nodeId: number, order: Order) {
  return queryOptions({
    queryKey: ['buckets', appId, nodeId, order],
    queryFn: async ({ signal }) => {
      const { items } = answered(
        await api.GET('/api/app/{application_instance_id}/entry/buckets/{node_id}', {
          params: {
            path: { application_instance_id: appId, node_id: nodeId },
            query: { order, utc_offset: -new Date().getTimezoneOffset(), days: true },
          },
          headers: shownInPlace,
          signal,
        }),
      );
      return items;
    },
    staleTime: 60_000,
    retry: false,
  });
}

/** By what the list of a folder can be narrowed, with how many entries each choice has. */
export function entryFacetsQuery(appId: number, nodeId: number, filter: ListFilter | null) {
  return queryOptions({
    queryKey: ['facets', appId, nodeId, filter],
    queryFn: async ({ signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/entry/facets/{node_id}', {
          params: { path: { application_instance_id: appId, node_id: nodeId }, query: { ...filter } },
          headers: shownInPlace,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}

/** How many entries of a list stand before one of them; null if the list does not have it. */
export function placeQuery(appId: number, nodeId: number, order: Order, at: number) {
  return queryOptions({
    queryKey: ['place', appId, nodeId, order, at],
    queryFn: async ({ signal }) => {
      const { items, index } = answered(
        await api.GET('/api/app/{application_instance_id}/entry/buckets/{node_id}', {
          params: { path: { application_instance_id: appId, node_id: nodeId }, query: { order, at } },
          headers: shownInPlace,
          signal,
        }),
      );
      return { index: index ?? null, hasBuckets: items.length > 0 };
    },
    gcTime: 0,
    retry: false,
  });
}

/** A place with entries: a folder, or what its list is narrowed to, or the bin, or what has a term in its name there. */
export type Place = Pick<Schema<'Selection'>, 'parent_id' | 'filter' | 'in_bin' | 'term' | 'mine'>;

/** Everything in a place that can be selected, counted when a selection begins; `turn` is its number in the page. */
export function wholeQuery(appId: number, place: Place, turn: number) {
  return queryOptions({
    queryKey: ['selection', appId, place, turn] as const,
    queryFn: async ({ signal }) =>
      answered(
        await api.POST('/api/app/{application_instance_id}/selection', {
          params: { path: { application_instance_id: appId } },
          body: place,
          headers: shownInPlace,
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The bin: what has `term` in its name, of everybody or of the user alone. */
export function binQuery(appId: number, term: string, mine: boolean) {
  return infiniteQueryOptions({
    queryKey: [...binKey(appId), term, mine],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/entry/bin', {
          params: {
            path: { application_instance_id: appId },
            query: {
              ...{ limit: PAGE, ...(term !== '' && { term }), ...(mine && { mine }) },
              ...(pageParam !== null && { after: pageParam }),
            },
          },
          headers: shownInPlace,
          signal,
        }),
      ),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

const ofNode = (appId: number, nodeId: number) => ({
  params: { path: { application_instance_id: appId, node_id: nodeId } },
  headers: shownInPlace,
});

export function repositoriesQuery(appId: number) {
  return query.queryOptions('get', '/api/app/{application_instance_id}/repository', {
    params: { path: { application_instance_id: appId } },
    headers: shownInPlace,
  });
}

export function entryQuery(appId: number, nodeId: number) {
  return query.queryOptions('get', '/api/app/{application_instance_id}/entry/{node_id}', ofNode(appId, nodeId));
}

export function ancestorsQuery(appId: number, nodeId: number) {
  return query.queryOptions('get', '/api/app/{application_instance_id}/entry/{node_id}/parent', ofNode(appId, nodeId));
}

/** The user's rights on a node now: type, lock, role and actionsets, decided by the server. */
export function nodeActionsQuery(appId: number, nodeId: number) {
  return query.queryOptions('get', '/api/app/{application_instance_id}/actions/node/{node_id}', ofNode(appId, nodeId));
}

export function previewUrl(appId: number, entry: Pick<Entry, 'node_id' | 'preview'>, size: number): string {
  const version = encodeURIComponent(entry.preview.version ?? '');
  return `${instanceUrl(appId)}/rendition/preview/${entry.node_id}?size=${size}&v=${version}`;
}
