import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { favouritesKey } from '../favourites/favourites';
import { answered } from '../queries';

export type Recent = Schema<'HomeRecent'>;
export type Shared = Schema<'HomeShared'>;
export type NewFile = Schema<'HomeNewFile'>;
export type Favourite = Schema<'Favourite'>;
export type WaitingReview = Schema<'WaitingReview'>;
export type UploadGroup = Schema<'UploadGroup'>;

const PAGE = 100;

const asked = (appId: number, after: string | null, signal: AbortSignal, limit = PAGE) => ({
  params: {
    path: { application_instance_id: appId },
    query: { limit, ...(after !== null && { after }) },
  },
  headers: shownInPlace,
  signal,
});

const paged = { initialPageParam: null as string | null, staleTime: 0 };
const nextOf = (last: { next: string | null }) => last.next;

/** What the user opened, the latest first. */
export function recentsQuery(appId: number) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['entries', appId, 'recents'],
    queryFn: async ({ pageParam, signal }) =>
      answered(await api.GET('/api/app/{application_instance_id}/home/recent', asked(appId, pageParam, signal))),
    getNextPageParam: nextOf,
  });
}

/** What others gave the user, the latest first. */
export function sharedQuery(appId: number) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['entries', appId, 'shared'],
    queryFn: async ({ pageParam, signal }) =>
      answered(await api.GET('/api/app/{application_instance_id}/home/shared', asked(appId, pageParam, signal))),
    getNextPageParam: nextOf,
  });
}

/** The files that wait for a review by the user, what is due first before the others. */
export function waitingReviewsQuery(appId: number) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['entries', appId, 'reviews'],
    queryFn: async ({ pageParam, signal }) =>
      answered(await api.GET('/api/app/{application_instance_id}/review/waiting', asked(appId, pageParam, signal))),
    getNextPageParam: nextOf,
  });
}

export function favouritesQuery(appId: number) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: favouritesKey(appId),
    queryFn: async ({ pageParam, signal }) =>
      answered(await api.GET('/api/app/{application_instance_id}/home/favourite', asked(appId, pageParam, signal))),
    getNextPageParam: nextOf,
  });
}

/** As many new files as home shows at most, and as their screen does. */
export const NEW = 24;
const MOST_NEW = 60;

/** One more than home shows: whether there are more. */
export function newFilesQuery(appId: number) {
  return queryOptions({
    queryKey: ['home', appId, 'new'],
    queryFn: async ({ signal }) =>
      answered(await api.GET('/api/app/{application_instance_id}/home/new', asked(appId, null, signal, NEW + 1))).items,
    staleTime: 0,
  });
}

/** The newest files in the user's folders, as many as the server gathers: there is no next page. */
export function latestQuery(appId: number) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['entries', appId, 'latest'],
    queryFn: async ({ signal }) =>
      answered(await api.GET('/api/app/{application_instance_id}/home/new', asked(appId, null, signal, MOST_NEW))),
    getNextPageParam: () => null,
  });
}
