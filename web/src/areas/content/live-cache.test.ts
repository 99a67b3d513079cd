import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newUpload } from '../../platform/uploads/new-upload';
import { noPreview } from '../../testing/preview';
import { type EntryPages, flatten } from './entry-pages';
import { liveCache } from './live-cache';
import type { Order } from './orders';
import {
  binKey,
  bucketsQuery,
  type Entry,
  type EntryDetail,
  entriesQuery,
  entryFacetsQuery,
  entryQuery,
  versionsKey,
} from './queries';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const folder = 3;
const key = entriesQuery(1, folder, 'name').queryKey;

const entry = (node_id: number): Entry => ({
  node_id,
  parent_id: folder,
  node_type: 'file',
  entry_type: 'image',
  name: `${node_id}.jpg`,
  size: 1,
  mime_type: 'image/jpeg',
  modified_at: 0,
  locked: false,
  role: 'reader',
  marks: [],
  item_count: null,
  preview: noPreview,
});

function listOf(pages: number): EntryPages {
  return {
    pages: Array.from({ length: pages }, (_, index) => ({ items: [entry(10 + index)], next: null, total: pages })),
    pageParams: Array.from({ length: pages }, () => null),
  };
}

/** A client that holds the folder's list, observed like an open screen observes it; its refetches are counted. */
function opened(pages: number, order: Order = 'name') {
  const client = new QueryClient();
  const listKey = entriesQuery(1, folder, order).queryKey;
  const asked = vi.fn(async () => listOf(1).pages[0]);
  client.setQueryData(listKey, listOf(pages));
  const observer = new InfiniteQueryObserver(client, {
    queryKey: listKey,
    queryFn: asked,
    initialPageParam: null,
    getNextPageParam: () => null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const close = observer.subscribe(() => undefined);
  const cache = liveCache(client);
  const tell = (payload: unknown, name: 'pipeline' | 'message' = 'pipeline') => cache.heard?.({ name, payload });
  const entries = () => flatten(client.getQueryData<EntryPages>(listKey));
  return { client, asked, tell, entries, close };
}

it('a_removed_entry_leaves_the_list_without_asking_again', async () => {
  const { asked, tell, entries } = opened(2);
  tell({ type: 'entry', node_id: 11, parent_id: folder, status: 'removed' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(entries().map((one) => one.node_id)).toEqual([10]);
  expect(asked).not.toHaveBeenCalled();
});

it('a_preview_arrives_in_its_card', async () => {
  const { tell, entries } = opened(1);
  const preview = { ...noPreview, status: 'ready', placeholder: 'x', width: 2, height: 1, version: '9' };
  tell({ type: 'rendition_service', node_id: 10, parent_id: folder, status: 'done', preview });
  await vi.advanceTimersByTimeAsync(300);
  expect(entries()[0]?.preview).toEqual(preview);
});

it.each([
  [{ status: 'ready', reason: null }, null],
  [{ status: 'generating_preview', reason: null }, null],
  [{ status: 'error', reason: 'unreadable' }, 'unreadable'],
])('why a picture failed is told no longer than it does: %j', async (now, reason) => {
  const { client, tell } = opened(1);
  const { queryKey } = entryQuery(1, 10);
  const failed = { ...noPreview, status: 'error', reason: 'too_slow' };
  client.setQueryData(queryKey, { ...entry(10), preview: failed, preview_reason: 'too_slow' } as EntryDetail);
  const preview = { ...noPreview, ...now };
  tell({ type: 'rendition_service', node_id: 10, parent_id: folder, status: 'done', preview });
  await vi.advanceTimersByTimeAsync(300);
  expect(client.getQueryData<EntryDetail>(queryKey)?.preview_reason).toBe(reason);
});

it('a_list_by_date_is_asked_again_when_the_date_of_a_picture_is_known', async () => {
  for (const [order, asks] of [
    ['name', 0],
    ['-taken_at', 1],
  ] as const) {
    const { asked, tell, close } = opened(1, order);
    const preview = { ...noPreview, status: 'ready', taken_at: 7 };
    tell({ type: 'rendition_service', node_id: 10, parent_id: folder, status: 'done', preview });
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toHaveBeenCalledTimes(asks);
    close();
  }
});

it('a_hundred_new_entries_are_a_few_questions', async () => {
  const { asked, tell } = opened(1);
  for (let id = 0; id < 100; id++) {
    tell({ type: 'entry', node_id: 100 + id, parent_id: folder, status: 'created' });
    await vi.advanceTimersByTimeAsync(30);
  }
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked.mock.calls.length).toBeGreaterThan(0);
  expect(asked.mock.calls.length).toBeLessThanOrEqual(4);
});

it('a_long_list_is_marked_and_not_asked_for_again', async () => {
  const { client, asked, tell } = opened(20);
  tell({ type: 'entry', node_id: 500, parent_id: folder, status: 'created' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked).not.toHaveBeenCalled();
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});

it('another_folder_is_left_alone', async () => {
  const { client, asked, tell } = opened(1);
  tell({ type: 'entry', node_id: 500, parent_id: 4, status: 'created' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked).not.toHaveBeenCalled();
  expect(client.getQueryState(key)?.isInvalidated).toBe(false);
});

it.each(['delete', 'restore', 'purge', 'empty_bin'])(
  'the_bin_is_asked_again_when_%s_in_the_background_has_ended',
  async (type) => {
    const { client, tell } = opened(1);
    client.setQueryData(binKey(1), { pages: [], pageParams: [] });
    const isStale = () => client.getQueryState(binKey(1))?.isInvalidated;
    const action = { bg_action_id: 'a', bg_group_id: 'g', type, status: 'in_progress', progress: 40 };
    tell(action, 'message');
    await vi.advanceTimersByTimeAsync(300);
    expect(isStale()).toBe(false);
    tell({ ...action, status: 'success', progress: 100 }, 'message');
    await vi.advanceTimersByTimeAsync(300);
    expect(isStale()).toBe(true);
  },
);

it('a_moved_entry_leaves_only_the_list_that_it_was_in', async () => {
  const { client, asked, tell, entries } = opened(2);
  const other = entriesQuery(1, 4, 'name').queryKey;
  client.setQueryData(other, listOf(2));
  tell({ type: 'entry', node_id: 11, parent_id: folder, status: 'moved_away' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(entries().map((one) => one.node_id)).toEqual([10]);
  expect(flatten(client.getQueryData<EntryPages>(other)).map((one) => one.node_id)).toEqual([10, 11]);
  expect(asked).not.toHaveBeenCalled();
});

it.each(['removed', 'stored'])('what is counted of a folder is asked for again when an entry is %s', async (status) => {
  const { client, tell } = opened(2);
  const counts = [entryFacetsQuery(1, folder, null).queryKey, bucketsQuery(1, folder, 'name').queryKey];
  const others = [entryFacetsQuery(1, 4, null).queryKey, bucketsQuery(1, 4, 'name').queryKey];
  for (const one of [...counts, ...others]) client.setQueryData(one as readonly unknown[], {});
  tell({ type: 'entry', node_id: 11, parent_id: folder, status });
  await vi.advanceTimersByTimeAsync(3000);
  const areStale = (keys: readonly (readonly unknown[])[]) =>
    keys.map((one) => client.getQueryState(one)?.isInvalidated);
  expect(areStale(counts)).toEqual([true, true]);
  expect(areStale(others)).toEqual([false, false]);
});

it('a long list shows the new content of a replaced file, and its versions are read again', async () => {
  const { client, asked, tell, entries } = opened(20);
  const versions = (id: number) => [...versionsKey, 1, id];
  for (const id of [11, 12]) client.setQueryData(versions(id), {});
  const replaced = { ...entry(11), size: 99, modified_at: 7 };
  vi.spyOn(client, 'fetchQuery').mockResolvedValue(replaced);
  tell({ type: 'entry', node_id: 11, parent_id: folder, status: 'replaced' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(entries()[1]).toEqual(replaced);
  expect(asked).not.toHaveBeenCalled();
  const isStale = (id: number) => client.getQueryState(versions(id))?.isInvalidated;
  expect([isStale(11), isStale(12)]).toEqual([true, false]);
});

it('a new version of a file is not one more in its folder', async () => {
  const { client } = opened(1);
  const above = entriesQuery(1, 2, 'name').queryKey;
  const card: Entry = { ...entry(folder), node_type: 'folder', parent_id: 2, item_count: 5 };
  client.setQueryData(above, { pages: [{ items: [card], next: null, total: 1 }], pageParams: [null] });
  const { stored } = liveCache(client);
  const count = () => flatten(client.getQueryData<EntryPages>(above))[0]?.item_count;
  const begun = { groupId: 'g', groupTitle: 'x', appId: 1, parentId: folder, name: 'x', size: 1, createdAt: 1 };
  stored?.(newUpload({ ...begun, replaces: 10 }));
  expect(count()).toBe(5);
  stored?.(newUpload(begun));
  expect(count()).toBe(6);
});
