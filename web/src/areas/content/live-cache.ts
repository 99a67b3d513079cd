import type { QueryClient } from '@tanstack/react-query';
import type { Schema } from '../../platform/api/client';
import { gather } from '../../platform/live/gather';
import type { LiveListener } from '../../platform/registry/area';
import type { Upload } from '../../platform/uploads/upload-queue';
import { accessChanged } from './access/grants';
import { changeEntries, type EntryPages, flatten, isCheapToRefetch, renewEntries, withoutEntries } from './entry-pages';
import { heardOfFavourite } from './favourites/favourites';
import { changeOf, type LiveChange } from './live-events';
import {
  ancestorsQuery,
  binKey,
  countsOf,
  coversKey,
  type Entry,
  entryQuery,
  foldersKey,
  listsByDate,
  listsOf,
  versionsKey,
} from './queries';
import { savedSearchesChanged } from './search/saved-searches';

const REFETCH_AT_MOST_EVERY_MS = 1500;
const FIRST_REFETCH_MS = 100;
/** Covers are many pictures, and most of what arrives is no folder: while files arrive, these follow slowly. */
const SLOWLY_AT_MOST_EVERY_MS = 5000;

/** Of so many replaced files, a long list shows the new ones at once. */
const REPLACED_AT_ONCE = 50;

type Preview = Schema<'Preview'>;

/** What is told beside an entry of why it has no picture is over once it has one, or is being drawn again. */
function withReason(entry: Schema<'EntryDetail'>): Schema<'EntryDetail'> {
  const { status, reason } = entry.preview;
  const isOver = status === 'ready' || status === 'generating_preview';
  return { ...entry, preview_reason: isOver ? null : (reason ?? entry.preview_reason) };
}

/**
 * Socket events about entries change the query cache here and nowhere else.
 */
export function liveCache(client: QueryClient): LiveListener {
  const stale = new Set<number>();
  const recounted = new Set<number>();
  let refetching: ReturnType<typeof setTimeout> | undefined;
  let refetchedAt = 0;
  let coversFollow: ReturnType<typeof setTimeout> | undefined;
  let coversFollowedAt = 0;
  let foldersMoved = false;

  const change = gather<LiveChange>((changes) => {
    applyPreviews(changes);
    followDates(changes);
    applyEntries(changes);
    if (changes.some((one) => one.kind !== 'preview')) foldersMoved = true;
    if (changes.some(isSeenOnCovers)) followCovers();
    if (changes.some((one) => one.kind === 'access')) void accessChanged(client);
    if (changes.some((one) => one.kind === 'bin' || one.kind === 'stayed')) void binChanged();
    if (changes.some((one) => one.kind === 'stayed')) void client.invalidateQueries({ queryKey: ['entries'] });
    if (changes.some((one) => one.kind === 'saved_search')) savedSearchesChanged(client);
    if (changes.some((one) => one.kind === 'reviews')) invalidate(isOfReviews);
    for (const one of changes) if (one.kind === 'favourite') heardOfFavourite(client, one.nodeId, one.chosen);
  });

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
      (entry) => entry && withReason(withPreview(entry)),
    );
  }

  /** In a list by date, a picture gets its place when its date is known. */
  function followDates(changes: readonly LiveChange[]): void {
    for (const one of changes) {
      if (one.kind !== 'preview' || one.parentId === null || !one.preview.taken_at) continue;
      const isByDate = listsByDate(one.parentId);
      if (client.getQueryCache().findAll({ predicate: ({ queryKey }) => isByDate(queryKey) }).length === 0) continue;
      stale.add(one.parentId);
      refetchSoon(one.parentId);
    }
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
    for (const one of entries) if (one.status === 'moved_away') leave(one.nodeId, one.parentId);
    if (entries.some((one) => one.status === 'moved')) void client.invalidateQueries({ queryKey: paths });
    if (entries.some((one) => one.status === 'removed' || one.status === 'restored')) void binChanged();
    if (entries.some((one) => one.status === 'restored')) invalidate(isOfCollection);
    const replaced = new Set(entries.filter((one) => one.status === 'replaced').map((one) => one.nodeId));
    if (replaced.size > 0) void followReplaced(client, replaced);
    const touched = new Set(entries.map((one) => one.nodeId));
    void client.invalidateQueries({ predicate: ({ queryKey }) => isDetailOf(queryKey, touched) });
    for (const { parentId, status } of entries) {
      if (parentId === null) continue;
      if (!isLeaving(status)) stale.add(parentId);
      refetchSoon(parentId);
    }
  }

  /** It is in another folder now: only the list that it was in loses it. */
  function leave(nodeId: number, parentId: number | null): void {
    if (parentId !== null) changeLists(listsOf(parentId), (pages) => withoutEntries(pages, new Set([nodeId])));
  }

  /** Counts are asked for again, and of what is stale short lists, too; a long one is marked as having more to show. */
  function refetchSoon(folderId: number): void {
    recounted.add(folderId);
    const recently = Date.now() - refetchedAt < REFETCH_AT_MOST_EVERY_MS;
    if (refetching !== undefined) return;
    refetching = setTimeout(
      () => {
        refetching = undefined;
        refetchedAt = Date.now();
        for (const folder of stale) invalidate(listsOf(folder));
        for (const folder of recounted)
          void client.invalidateQueries({ predicate: ({ queryKey }) => countsOf(folder)(queryKey) });
        stale.clear();
        recounted.clear();
      },
      recently ? REFETCH_AT_MOST_EVERY_MS : FIRST_REFETCH_MS,
    );
  }

  function followCovers(): void {
    if (coversFollow !== undefined) return;
    const next = Math.max(0, coversFollowedAt + SLOWLY_AT_MOST_EVERY_MS - Date.now());
    coversFollow = setTimeout(() => {
      coversFollow = undefined;
      coversFollowedAt = Date.now();
      void client.invalidateQueries({ queryKey: coversKey });
      if (foldersMoved) void client.invalidateQueries({ queryKey: foldersKey });
      foldersMoved = false;
    }, next);
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
    heard: (event) => {
      const known = changeOf(event);
      if (known !== null) change(known);
    },
    /** The folder's list follows its uploads even while the socket is disconnected. */
    stored: (upload: Upload) => {
      stale.add(upload.parentId);
      refetchSoon(upload.parentId);
      if (upload.replaces !== undefined) return;
      const counted = (folder: Entry): Entry => ({
        ...folder,
        item_count: folder.item_count === null ? null : folder.item_count + 1,
      });
      changeLists(
        () => true,
        (pages) => changeEntries(pages, new Map([[upload.parentId, counted]])),
      );
      // Counted by the server and by this page at once, it may be one too many.
      for (const [, pages] of client.getQueriesData<EntryPages>({ queryKey: ['entries'] })) {
        const card = flatten(pages).find(({ node_id }) => node_id === upload.parentId);
        if (!card?.parent_id) continue;
        stale.add(card.parent_id);
        refetchSoon(card.parent_id);
      }
    },
    reconnected: () => {
      invalidate((key) => key[0] === 'entries');
      void client.invalidateQueries({ queryKey: versionsKey });
      foldersMoved = true;
      followCovers();
    },
    joined: (folderId: number) => {
      invalidate(listsOf(folderId));
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[1] === detailPath || queryKey[0] === versionsKey[0],
      });
    },
  };
}

/** Files have another version now, which long lists do not read by themselves. */
async function followReplaced(client: QueryClient, files: ReadonlySet<number>): Promise<void> {
  void client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === versionsKey[0] && files.has(queryKey[2] as number),
  });
  const listed = client.getQueriesData<EntryPages>({ queryKey: ['entries'] }).flatMap(([[, appId], pages]) => {
    if (isCheapToRefetch(pages)) return [];
    return flatten(pages).flatMap(({ node_id: nodeId }) =>
      files.has(nodeId) ? ([[nodeId, { appId: appId as number, nodeId }]] as const) : [],
    );
  });
  await renewEntries(client, [...new Map(listed).values()].slice(0, REPLACED_AT_ONCE));
}

/** An entry is back in the collections that it was in. */
const isOfCollection = (key: readonly unknown[]) => key[0] === 'entries' && key[2] === 'collection';

/** Somebody asks the user, or asks no longer. */
const isOfReviews = (key: readonly unknown[]) => key[0] === 'entries' && key[2] === 'reviews';

const isLeaving = (status: string) => status === 'removed' || status === 'moved_away';

/** A picture that is ready, or an entry that came or went, may be on a card. */
function isSeenOnCovers(change: LiveChange): boolean {
  if (change.kind === 'preview') return change.preview.status === 'ready';
  return change.kind === 'entry' || change.kind === 'access';
}

const detailPath = entryQuery(0, 0).queryKey[1];
/** The paths to all folders. */
const paths = ancestorsQuery(0, 0).queryKey.slice(0, 2);

function isDetailOf(key: readonly unknown[], ids: { has: (id: number) => boolean }): boolean {
  if (key[1] !== detailPath) return false;
  const init = key[2] as { params?: { path?: { node_id?: number } } } | undefined;
  return ids.has(init?.params?.path?.node_id ?? -1);
}
