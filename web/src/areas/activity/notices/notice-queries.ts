import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { listKey, refreshNotices, unseenQuery } from '../../../platform/live/notices-query';
import type { Notice } from '../../../platform/registry/notices';

type Page = Schema<'NoticePage'>;

const headers = shownInPlace;

/** What others did that concerns the user, the latest first. */
export function noticesQuery() {
  return infiniteQueryOptions({
    queryKey: listKey,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const asked = { ...(pageParam !== null && { after: pageParam }) };
      const { data, error } = await api.GET('/api/core/notice', { params: { query: asked }, headers, signal });
      if (data === undefined) throw error;
      return data;
    },
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
}

/** Marks a notice as seen, and those before it. */
export async function seeUpTo(client: QueryClient, notice_id: number): Promise<void> {
  client.setQueryData<Schema<'NoticeCount'>>(unseenQuery().queryKey, { unseen: 0 });
  change(client, (one) => [one.notice_id <= notice_id ? { ...one, seen: true } : one]);
  await api.PUT('/api/core/notice/seen', { body: { notice_id, and_earlier: true }, headers });
}

/** Takes a notice out of the list. What could not be removed comes back with the next answer. */
export async function removeNotice(client: QueryClient, notice_id: number): Promise<void> {
  change(client, (one) => (one.notice_id === notice_id ? [] : [one]));
  await api.DELETE('/api/core/notice/{notice_id}', { params: { path: { notice_id } }, headers });
  await refreshNotices(client);
}

/** Takes a notice and all before it out of the list. */
export async function clearUpTo(client: QueryClient, up_to: number): Promise<void> {
  change(client, (one) => (one.notice_id > up_to ? [one] : []));
  await api.DELETE('/api/core/notice', { params: { query: { up_to } }, headers });
  await refreshNotices(client);
}

/** What is known of the list, at once. */
function change(client: QueryClient, become: (notice: Notice) => Notice[]): void {
  client.setQueryData<InfiniteData<Page>>(listKey, (known) => {
    const pages = known?.pages.map((page) => ({ ...page, items: page.items.flatMap(become) }));
    return known && pages && { ...known, pages };
  });
}
