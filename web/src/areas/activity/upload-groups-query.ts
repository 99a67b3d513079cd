import { query } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';

/** The socket keeps it up to date; it is loaded once, and again after a reconnect. */
export function uploadGroupsQuery(appId: number) {
  return query.queryOptions(
    'get',
    '/api/app/{application_instance_id}/upload/group',
    { params: { path: { application_instance_id: appId } }, headers: shownInPlace },
    { staleTime: Number.POSITIVE_INFINITY },
  );
}
