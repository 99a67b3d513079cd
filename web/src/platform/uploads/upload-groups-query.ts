import { query } from '../api/client';
import { shownInPlace } from '../api/shown-in-place';

/** Uploads of several files of the user, on whatever device, that are not over or of which some failed. The socket keeps it up to date; it is loaded once, and again after a reconnect. */
export function uploadGroupsQuery(appId: number) {
  return query.queryOptions(
    'get',
    '/api/app/{application_instance_id}/upload/group',
    { params: { path: { application_instance_id: appId } }, headers: shownInPlace },
    { staleTime: Number.POSITIVE_INFINITY },
  );
}
