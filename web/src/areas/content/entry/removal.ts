import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { api, type Schema } from '../../../platform/api/client';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import type { WholeSelection } from '../../../platform/registry/actions';
import { type Ended, notify, type Undo } from '../../../platform/ui/notify';
import { type EntryPages, inLists, withoutEntries } from '../entry-pages';
import { outcomeOf, whenEnded } from '../move/when-ended';
import { binKey, type Entry, foldersKey, listsOf } from '../queries';
import { forgetRenamed } from './lately-renamed';
import { named, selectionOf } from './named-selections';
import { takeBack, tellRestored } from './take-back';

type Selection = Schema<'Selection'>;

/** Moves entries to the bin; the banner offers to take it back. */
export async function remove(client: QueryClient, appId: number, entries: readonly Entry[]): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  forgetRenamed();
  if (entries.length === 1) return removeOne(client, appId, first);
  const gone = new Set(entries.map((entry) => entry.node_id));
  const parents = new Set(entries.map((entry) => entry.parent_id));
  const selections = named([...gone]);
  await removeMany(client, appId, selections, parents, (pages) => withoutEntries(pages, gone));
}

/** Moves everything that a folder's list shows to the bin, with its exceptions. */
export async function removeAll(client: QueryClient, appId: number, whole: WholeSelection): Promise<void> {
  const { parentId, except } = whole;
  forgetRenamed();
  const left = new Set(except);
  // Which entries of the folder a narrowed list has, only the server knows.
  const change = whole.filter ? null : (pages: EntryPages) => onlyOf(pages, parentId, left);
  await removeMany(client, appId, [selectionOf(whole)], new Set([parentId]), change);
}

async function removeOne(client: QueryClient, appId: number, entry: Entry): Promise<void> {
  const { data } = await api.DELETE('/api/app/{application_instance_id}/entry/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: entry.node_id } },
  });
  if (data === undefined) return;
  inLists(client, (pages) => withoutEntries(pages, new Set([entry.node_id])));
  binAndTreeChanged(client, appId);
  notify.success(i18next.t('remove.one', { ns: 'content', name: entry.name }), {
    undo: undoing(client, async () => {
      const undone = await takeBack(appId, data.bg_action_id);
      cameBack(client, appId, new Set([entry.parent_id]));
      return [undone];
    }),
  });
}

async function removeMany(
  client: QueryClient,
  appId: number,
  selections: readonly Selection[],
  parents: ReadonlySet<number | null>,
  change: ((pages: EntryPages) => EntryPages) | null,
): Promise<void> {
  const begun: Schema<'Begun'>[] = [];
  for (const body of selections) {
    const { data } = await api.POST('/api/app/{application_instance_id}/selection/remove', {
      params: { path: { application_instance_id: appId } },
      body,
    });
    if (data === undefined) break;
    begun.push(data);
  }
  if (begun.length === 0) return;
  if (begun.length === selections.length && change !== null) inLists(client, change);
  else listsChanged(client, parents);
  binAndTreeChanged(client, appId);
  const count = begun.reduce((sum, one) => sum + one.count, 0);
  const actions = begun.map(({ bg_action }) => bg_action.bg_action_id);
  const undo = undoing(client, async () => {
    const undone: (string | null)[] = [];
    for (const id of actions) undone.push(await takeBack(appId, id));
    cameBack(client, appId, parents);
    return undone;
  });
  const words = i18next.t('remove.done', { ns: 'content', count });
  notify.goesOn(words, { undo, actions }, removed(client, actions, { count, undo }));
}

/** How a removal of so many entries is told to have ended, once it has; the actions count what lies in them, too. */
export async function removed(
  client: QueryClient,
  actions: readonly string[],
  { count, undo }: { count: number; undo: Undo },
): Promise<Ended | null> {
  const [ended] = await Promise.all([whenEnded(client, actions), loadActionTexts()]);
  const outcome = outcomeOf(ended);
  if (outcome === null) return null;
  const { done, all, why = '' } = outcome;
  if (done === all) {
    const message = i18next.t('remove.ended', { ns: 'content_actions', count });
    return { kind: 'success', message, undo };
  }
  const message = i18next.t('remove.endedPartly', { ns: 'content_actions', count: all, done });
  return { kind: done === 0 ? 'error' : 'info', message: `${message} ${why}`.trim(), ...(done > 0 && { undo }) };
}

/** `run` answers with the actions that take it back; null stands for a refusal. */
const undoing = (client: QueryClient, run: () => Promise<(string | null)[]>): Undo => ({
  run: async () => {
    tellRestored(client, await run());
  },
});

function binAndTreeChanged(client: QueryClient, appId: number): void {
  void client.invalidateQueries({ queryKey: binKey(appId) });
  void client.invalidateQueries({ queryKey: foldersKey });
}

/** The lists of these folders and the bin have changed. */
function cameBack(client: QueryClient, appId: number, parents: ReadonlySet<number | null>): void {
  binAndTreeChanged(client, appId);
  listsChanged(client, parents);
}

function listsChanged(client: QueryClient, parents: ReadonlySet<number | null>): void {
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
