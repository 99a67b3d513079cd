import type { QueryClient } from '@tanstack/react-query';
import { api, query } from '../api/client';
import { shownInPlace } from '../api/shown-in-place';

/** The list of notices. */
export const listKey = ['notices'] as const;

/** How many notices the user has not seen. It is loaded once: the socket says when it changes. */
export function unseenQuery() {
  return query.queryOptions(
    'get',
    '/api/core/notice/unseen',
    { headers: shownInPlace },
    { staleTime: Number.POSITIVE_INFINITY },
  );
}

/** The number and the list are asked for again, where they are shown. */
export async function refreshNotices(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: unseenQuery().queryKey }),
    client.invalidateQueries({ queryKey: listKey }),
  ]);
}

/** The user looks at what notices of these kinds tell about an entry. */
export async function seeAbout(node_id: number, kinds: readonly string[]): Promise<void> {
  await api.PUT('/api/core/notice/seen_about', { body: { node_id, kinds: [...kinds] }, headers: shownInPlace });
}
