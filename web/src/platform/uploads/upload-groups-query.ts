import { query } from '../api/client';
import { shownInPlace } from '../api/shown-in-place';

/** A closed page tells nothing: whether an upload has gone quiet is asked so often, until all have. */
const ASK_MS = 30_000;

/**
 * Uploads of several files of the user, on whatever device, that are not over or of which some failed. The socket keeps
 * it up to date; it is loaded once, again after a reconnect, and from time to time while something comes of some.
 */
export function uploadGroupsQuery(appId: number) {
  return query.queryOptions(
    'get',
    '/api/app/{application_instance_id}/upload/group',
    { params: { path: { application_instance_id: appId } }, headers: shownInPlace },
    {
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) => (state.data?.items.some(({ ended, quiet }) => !ended && !quiet) ? ASK_MS : false),
    },
  );
}
