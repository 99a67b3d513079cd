import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { api } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { notify } from '../../../platform/ui/notify';
import { chooseCover } from '../covers/cover-queries';
import { changeEntries, inLists } from '../entry-pages';
import { favouriteIdsQuery, starEntries } from '../favourites/favourites';
import { ancestorsQuery, answered, type Entry, entryQuery, foldersKey, listsOf, nodeActionsQuery } from '../queries';
import { noteRenamed } from './lately-renamed';
import { takeBack } from './take-back';

export async function createFolder(client: QueryClient, appId: number, parentId: number, name: string): Promise<Entry> {
  const folder = answered(
    await api.POST('/api/app/{application_instance_id}/folder', {
      params: { path: { application_instance_id: appId } },
      body: { folder_parent_id: parentId, name },
      headers: shownInPlace,
    }),
  );
  void client.invalidateQueries({ queryKey: foldersKey });
  await client.invalidateQueries({ predicate: ({ queryKey }) => listsOf(parentId)(queryKey) });
  return folder;
}

/** Shows the new name at once and restores the old one if the server refuses. Returns the action that takes it back. */
export async function renameEntry(
  client: QueryClient,
  appId: number,
  entry: Pick<Entry, 'node_id' | 'name'>,
  name: string,
): Promise<string | null> {
  const named = (to: string) => showName(client, entry.node_id, to);
  noteRenamed(entry.node_id);
  named(name);
  try {
    const renamed = answered(
      await api.PUT('/api/app/{application_instance_id}/entry/rename/{node_id}', {
        params: { path: { application_instance_id: appId, node_id: entry.node_id } },
        body: { name },
        headers: shownInPlace,
      }),
    );
    named(renamed.name);
    void client.invalidateQueries({ queryKey: entryQuery(appId, entry.node_id).queryKey });
    void client.invalidateQueries({ queryKey: ancestorsQuery(appId, 0).queryKey.slice(0, 2) });
    void client.invalidateQueries({ queryKey: foldersKey });
    return renamed.bg_action_id;
  } catch (problem) {
    named(entry.name);
    throw problem;
  }
}

/** Gives an entry its former name again, which its lists show at once; somebody may have changed it meanwhile. */
export async function nameBack(
  client: QueryClient,
  appId: number,
  entry: Pick<Entry, 'node_id' | 'name'>,
  { name, bgActionId }: { name: string; bgActionId: string },
): Promise<void> {
  noteRenamed(entry.node_id);
  showName(client, entry.node_id, name);
  if ((await takeBack(appId, bgActionId)) === null) showName(client, entry.node_id, entry.name);
}

function showName(client: QueryClient, nodeId: number, name: string): void {
  inLists(client, (pages) => changeEntries(pages, new Map([[nodeId, (one) => ({ ...one, name })]])));
}

/** Makes entries favourites, or ends it if all of them are, and says so. */
export async function starSeveral(client: QueryClient, appId: number, entries: readonly Entry[]): Promise<void> {
  const ids = entries.map((entry) => entry.node_id);
  if (!(await knowsStars(client, appId))) return;
  try {
    const { chosen, count, undo } = await starEntries(client, appId, ids);
    const told = chosen ? 'favourites.given' : 'favourites.taken';
    notify.success(i18next.t(told, { ns: 'content', count, name: entries[0]?.name }), { undo: { run: undo } });
  } catch {
    // The server's words about it are a banner already.
  }
}

/** Lists read the stars without a banner; an act that needs them tells why they cannot be read. */
async function knowsStars(client: QueryClient, appId: number): Promise<boolean> {
  try {
    await client.ensureQueryData(favouriteIdsQuery(appId));
    return true;
  } catch (problem) {
    // An error of the browser is told already: the server is away, or the session is over.
    if (problem instanceof Error) return false;
    notify.error(isProblem(problem) ? problem.message : i18next.t('error.failed', { ns: 'content' }));
    return false;
  }
}

/** Locks an entry for the user, or ends its lock; its lists show it at once. */
export async function setLock(
  client: QueryClient,
  appId: number,
  entry: Pick<Entry, 'node_id' | 'name' | 'node_type'>,
  act: 'lock' | 'unlock',
  isUndo = false,
): Promise<void> {
  const path = '/api/app/{application_instance_id}/entry/lock/{node_id}';
  const init = { params: { path: { application_instance_id: appId, node_id: entry.node_id } } };
  const [{ data }] = await Promise.all([
    act === 'lock' ? api.POST(path, init) : api.DELETE(path, init),
    loadActionTexts(),
  ]);
  if (data === undefined) return;
  const free = { is_locked_by_me: false, locked_by_name: null, locked_at: null };
  const changed = (one: Entry): Entry => ({ ...one, ...free, ...data });
  inLists(client, (pages) => changeEntries(pages, new Map([[entry.node_id, changed]])));
  for (const { queryKey } of [entryQuery(appId, entry.node_id), nodeActionsQuery(appId, entry.node_id)])
    void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey: foldersKey });
  // Taking back what was taken back would be a second act by the word of the first.
  const undo = { run: () => setLock(client, appId, entry, act === 'lock' ? 'unlock' : 'lock', true) };
  notify.success(act === 'lock' ? lockedWords(entry) : unlockedWords(entry), isUndo ? {} : { undo });
}

/** Who locks something learns what others can do meanwhile. */
function lockedWords({ name, node_type }: Pick<Entry, 'name' | 'node_type'>): string {
  return i18next.t(node_type === 'file' ? 'lock.locked.file' : 'lock.locked.folder', { ns: 'content_actions', name });
}

function unlockedWords({ name }: Pick<Entry, 'name'>): string {
  return i18next.t('lock.unlock', { ns: 'content_actions', name });
}

/** Has a picture drawn again that failed; its card waits at once. */
export async function retryPreview(client: QueryClient, appId: number, entry: Pick<Entry, 'node_id'>): Promise<void> {
  const { error } = await api.POST('/api/app/{application_instance_id}/rendition/retry/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: entry.node_id } },
  });
  if (error !== undefined) return;
  const waits = { status: 'generating_preview', reason: null, retry_at: null } as const;
  const waiting = (one: Entry): Entry => ({ ...one, preview: { ...one.preview, ...waits } });
  inLists(client, (pages) => changeEntries(pages, new Map([[entry.node_id, waiting]])));
}

/** Shows a picture first on the card of the folder that it is in. */
export async function showAsCover(client: QueryClient, appId: number, picture: Entry): Promise<void> {
  if (picture.parent_id === null) return;
  try {
    await chooseCover(client, appId, picture.parent_id, picture.node_id);
    notify.success(i18next.t('cover.used', { ns: 'content', name: picture.name }));
  } catch (problem) {
    notify.error(isProblem(problem) ? problem.message : i18next.t('error.failed', { ns: 'content' }));
  }
}
