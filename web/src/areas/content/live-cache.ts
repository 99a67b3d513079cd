import type { QueryClient } from '@tanstack/react-query';
import type { Schema } from '../../platform/api/client';
import type { LiveEvent } from '../../platform/live/live';
import type { Upload } from '../../platform/uploads/upload-queue';
import { type BgAction, backgroundActionsQuery, withUpdates } from '../activity/background-actions';
import { accessChanged } from './access/grants';
import { changeEntries, type EntryPages, isCheapToRefetch, withoutEntries } from './entry-pages';
import { changeOf, type LiveChange } from './live-events';
import { binKey, type Entry, entryQuery, listsOf } from './queries';

const GATHER_MS = 250;
const REFETCH_AT_MOST_EVERY_MS = 1500;
const FIRST_REFETCH_MS = 100;

type Preview = Schema<'Preview'>;

/**
 * The only place where socket events change the query cache. Events are collected for a quarter of a second, so that a
 * thousand uploads cause a few changes a second.
 */
export function liveCache(client: QueryClient) {
  let gathered: LiveChange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stale = new Set<number>();
  let refetching: ReturnType<typeof setTimeout> | undefined;
  let refetchedAt = 0;

  function heard(event: LiveEvent): void {
    const change = changeOf(event);
    if (change === null) return;
    gathered.push(change);
    if (timer === undefined) timer = setTimeout(apply, GATHER_MS);
  }

  function apply(): void {
    const changes = gathered;
    gathered = [];
    timer = undefined;
    applyActions(changes);
    applyPreviews(changes);
    applyEntries(changes);
    if (changes.some((one) => one.kind === 'access')) void accessChanged(client);
  }

  function applyActions(changes: readonly LiveChange[]): void {
    const updates = new Map(
      changes.flatMap((one): [string, BgAction][] =>
        one.kind === 'action' ? [[one.action.bg_action_id, one.action]] : [],
      ),
    );
    if (updates.size === 0) return;
    client.setQueryData<Schema<'BgActionList'>>(backgroundActionsQuery().queryKey, (known) => {
      const items = withUpdates(known?.items ?? [], updates);
      return { items, total: items.length };
    });
    // An entry that is deleted in the background may have been listed until its end.
    if ([...updates.values()].some((one) => one.type === 'delete' && one.progress === 100)) void binChanged();
  }

  const binChanged = () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === binKey(0)[0] });

  function applyPreviews(changes: readonly LiveChange[]): void {
    const previews = new Map(
      changes.flatMap((one): [number, Partial<Preview>][] =>
        one.kind === 'preview' ? [[one.nodeId, one.preview]] : [],
      ),
    );
    if (previews.size === 0) return;
    const withPreview = <One extends { node_id: number; preview: Preview }>(entry: One): One => ({
      ...entry,
      preview: { ...entry.preview, ...previews.get(entry.node_id) },
    });
    const edits = new Map([...previews.keys()].map((id) => [id, withPreview]));
    changeLists(
      () => true,
      (pages) => changeEntries(pages, edits),
    );
    client.setQueriesData<Schema<'EntryDetail'>>(
      { predicate: ({ queryKey }) => isDetailOf(queryKey, previews) },
      (entry) => entry && withPreview(entry),
    );
  }

  function applyEntries(changes: readonly LiveChange[]): void {
    const entries = changes.filter((one) => one.kind === 'entry');
    if (entries.length === 0) return;
    const gone = new Set(entries.filter((one) => one.status === 'removed').map((one) => one.nodeId));
    if (gone.size > 0)
      changeLists(
        () => true,
        (pages) => withoutEntries(pages, gone),
      );
    if (entries.some((one) => one.status === 'removed' || one.status === 'restored')) void binChanged();
    const touched = new Set(entries.map((one) => one.nodeId));
    void client.invalidateQueries({ predicate: ({ queryKey }) => isDetailOf(queryKey, touched) });
    for (const one of entries) if (one.parentId !== null && one.status !== 'removed') refetchSoon(one.parentId);
  }

  /** Short lists are loaded again; a long one keeps its position and is marked as having more to show. */
  function refetchSoon(folderId: number): void {
    stale.add(folderId);
    const recently = Date.now() - refetchedAt < REFETCH_AT_MOST_EVERY_MS;
    if (refetching !== undefined) return;
    refetching = setTimeout(
      () => {
        refetching = undefined;
        refetchedAt = Date.now();
        for (const folder of stale) invalidate(listsOf(folder));
        stale.clear();
      },
      recently ? REFETCH_AT_MOST_EVERY_MS : FIRST_REFETCH_MS,
    );
  }

  function invalidate(which: (key: readonly unknown[]) => boolean): void {
    void client.invalidateQueries({ predicate: ({ queryKey }) => which(queryKey), refetchType: 'none' });
    void client.refetchQueries({
      type: 'active',
      predicate: ({ queryKey, state }) => which(queryKey) && isCheapToRefetch(state.data as EntryPages | undefined),
    });
  }

  function changeLists(which: (key: readonly unknown[]) => boolean, change: (pages: EntryPages) => EntryPages): void {
    client.setQueriesData<EntryPages>(
      { predicate: ({ queryKey }) => queryKey[0] === 'entries' && which(queryKey) },
      (pages) => pages && change(pages),
    );
  }

  return {
    heard,
    /** The folder's list follows its uploads even while the socket is disconnected. */
    stored: (upload: Upload) => {
      const counted = (folder: Entry): Entry => ({
        ...folder,
        item_count: folder.item_count === null ? null : folder.item_count + 1,
      });
      changeLists(
        () => true,
        (pages) => changeEntries(pages, new Map([[upload.parentId, counted]])),
      );
      refetchSoon(upload.parentId);
    },
    begun: {
      reconnected: () => invalidate((key) => key[0] === 'entries'),
      joined: (folderId: number) => {
        invalidate(listsOf(folderId));
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === detailPath });
      },
    },
  };
}

const detailPath = entryQuery(0, 0).queryKey[1];

function isDetailOf(key: readonly unknown[], ids: { has: (id: number) => boolean }): boolean {
  if (key[1] !== detailPath) return false;
  const init = key[2] as { params?: { path?: { node_id?: number } } } | undefined;
  return ids.has(init?.params?.path?.node_id ?? -1);
}
