import { query } from '../api/client';
import { shownInPlace } from '../api/shown-in-place';

/** The background actions of the user. The socket keeps them up to date; they are loaded once, and again after a reconnect. */
export function backgroundActionsQuery() {
  return query.queryOptions(
    'get',
    '/api/core/background-action',
    { headers: shownInPlace },
    { staleTime: Number.POSITIVE_INFINITY },
  );
}
