import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { api, type Schema } from '../../../platform/api/client';
import type { WholeSelection } from '../../../platform/registry/actions';
import { notify, type Undo } from '../../../platform/ui/notify';
import { type EntryPages, inLists, withoutEntries } from '../entry-pages';
import { binKey, type Entry, foldersKey, listsOf } from '../queries';

type Selection = Schema<'Selection'>;

/** Moves entries to the bin; the banner offers to take it back. */
export async function remove(client: QueryClient, appId: number, entries: readonly Entry[]): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  if (entries.length === 1) return removeOne(client, appId, first);
  const gone = new Set(entries.map((entry) => entry.node_id));
  const parents = new Set(entries.map((entry) => entry.parent_id));
  await removeMany(client, appId, { node_ids: [...gone] }, parents, (pages) => withoutEntries(pages, gone));
}

/** Moves everything in a folder to the bin, with its exceptions. */
export async function removeAll(client: QueryClient, appId: number, whole: WholeSelection): Promise<void> {
  const { parentId, except, asOf } = whole;
  const left = new Set(except);
  const selection = { parent_id: parentId, except: [...except], as_of: asOf };
  await removeMany(client, appId, selection, new Set([parentId]), (pages) => onlyOf(pages, parentId, left));
}

async function removeOne(client: QueryClient, appId: number, entry: Entry): Promise<void> {
  const { error } = await api.DELETE('/api/app/{application_instance_id}/entry/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: entry.node_id } },
  });
  if (error !== undefined) return;
  inLists(client, (pages) => withoutEntries(pages, new Set([entry.node_id])));
  binAndTreeChanged(client, appId);
  notify.success(i18next.t('remove.one', { ns: 'content', name: entry.name }), {
    undo: undoing(async () => {
      const { data } = await api.POST('/api/app/{application_instance_id}/entry/restore/{node_id}', {
        params: { path: { application_instance_id: appId, node_id: entry.node_id } },
      });
      cameBack(client, appId, new Set([entry.parent_id]));
      return data !== undefined;
    }),
  });
}

async function removeMany(
  client: QueryClient,
  appId: number,
  selection: Selection,
  parents: ReadonlySet<number | null>,
  change: (pages: EntryPages) => EntryPages,
): Promise<void> {
  const { data } = await api.POST('/api/app/{application_instance_id}/selection/remove', {
    params: { path: { application_instance_id: appId } },
    body: selection,
  });
  if (data === undefined) return;
  inLists(client, change);
  binAndTreeChanged(client, appId);
  notify.success(i18next.t('remove.done', { ns: 'content', count: data.count }), {
    undo: undoing(async () => {
      const undone = await api.POST('/api/app/{application_instance_id}/selection/undo/{bg_action_id}', {
        params: { path: { application_instance_id: appId, bg_action_id: data.bg_action.bg_action_id } },
      });
      cameBack(client, appId, parents);
      return undone.data !== undefined;
    }),
  });
}

const undoing = (run: () => Promise<boolean>): Undo => ({
  run: async () => {
    if (await run()) notify.info(i18next.t('remove.undone', { ns: 'content' }));
  },
});

function binAndTreeChanged(client: QueryClient, appId: number): void {
  void client.invalidateQueries({ queryKey: binKey(appId) });
  void client.invalidateQueries({ queryKey: foldersKey });
}

/** The lists of these folders and the bin have changed. */
function cameBack(client: QueryClient, appId: number, parents: ReadonlySet<number | null>): void {
  binAndTreeChanged(client, appId);
  for (const parent of parents)
    if (parent !== null) void client.invalidateQueries({ predicate: ({ queryKey }) => listsOf(parent)(queryKey) });
}

/** Of the lists of a folder, only what is left of it; they have nothing more to load. */
function onlyOf(pages: EntryPages, folderId: number, left: ReadonlySet<number>): EntryPages {
  const [first] = pages.pages;
  if (first === undefined || first.items[0]?.parent_id !== folderId) return pages;
  const items = pages.pages.flatMap((page) => page.items).filter((entry) => left.has(entry.node_id) || !entry.role);
  return { pages: [{ items, next: null, total: items.length }], pageParams: pages.pageParams.slice(0, 1) };
}
