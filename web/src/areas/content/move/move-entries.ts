import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { api, type Schema } from '../../../platform/api/client';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { notify } from '../../../platform/ui/notify';
import { forgetRenamed } from '../entry/lately-renamed';
import { takeBack as takeOneBack, tellUndone } from '../entry/take-back';
import { type EntryPages, withoutEntries } from '../entry-pages';
import { ancestorsQuery, coversKey, type Entry, entryQuery, foldersKey, listsOf } from '../queries';
import { countOf, type Moved, parentsOf, selectionsOf, type Target, type Way } from './moved-entries';
import { type Answer, answerOf, type TakenName } from './taken-names';
import { leadTo, type Mover, toldUntilEnded } from './told-until-ended';

/** What a move or a copy would meet, over all calls that it takes. */
export type Check = Omit<Schema<'MoveCheck'>, 'existing'> & { taken: TakenName[] };

/** So many taken names are shown one by one. */
const SHOWN = 100;

export async function checkMove(appId: number, moved: Moved, target: Pick<Target, 'nodeId'>, way: Way): Promise<Check> {
  const sum: Check = {
    ...{ possible: 0, not_allowed: 0, already_there: 0, into_itself: 0, other_repository: 0 },
    ...{ existing_count: 0, taken: [], keeps_marks: false, crossing: 0, no_room: false },
    ...{ lost_marks: [], would_see: null },
  };
  let isForAll = true;
  for (const selection of selectionsOf(moved)) {
    const { data, error } = await api.PUT('/api/app/{application_instance_id}/entry/copymove/check', {
      params: { path: { application_instance_id: appId } },
      body: { ...selection, target_id: target.nodeId, copy: way === 'copy' },
    });
    if (data === undefined) throw error;
    sum.possible += data.possible;
    sum.not_allowed += data.not_allowed;
    sum.already_there += data.already_there;
    sum.into_itself += data.into_itself;
    sum.other_repository += data.other_repository;
    sum.existing_count += data.existing_count;
    sum.taken.push(...data.existing.slice(0, SHOWN - sum.taken.length));
    sum.keeps_marks ||= data.keeps_marks;
    isForAll &&= !data.keeps_marks || data.lost_marks.length > 0;
    sum.lost_marks = [...new Set([...sum.lost_marks, ...data.lost_marks])];
    sum.would_see ??= data.would_see;
    sum.crossing += data.crossing;
    sum.no_room ||= data.no_room;
  }
  if (!isForAll) sum.lost_marks = [];
  return sum;
}

/** Moves entries into another folder; the banner offers to take it back. False if the server refused. */
export async function moveTo(mover: Mover, moved: Moved, target: Target, answer: Answer): Promise<boolean> {
  const [first] = moved.entries;
  forgetRenamed();
  await loadActionTexts();
  if (countOf(moved) === 1 && first !== undefined && answer === 'skip') return moveOne(mover, first, target);
  return moveMany(mover, moved, target, answer);
}

async function moveOne(mover: Mover, entry: Entry, target: Target): Promise<boolean> {
  const { appId, client } = mover;
  const { data } = await api.POST('/api/app/{application_instance_id}/entry/move/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: entry.node_id } },
    body: { target_id: target.nodeId, ...target.widens },
  });
  if (data === undefined) return false;
  const gone = new Set([entry.node_id]);
  const { name } = entry;
  const folder = target.name;
  const back = () => changed(client, appId, gone, [target.nodeId, entry.parent_id]);
  const ids = [data.bg_action_id];
  const undo = { run: () => takeBack(mover, ids, 'move', back) };
  if (data.status === 'in_progress') {
    // Into another repository: it stays where it is until its bytes are there.
    const going = i18next.t('move.going', { ns: 'content_actions', name, folder });
    toldUntilEnded(mover, going, { way: 'move', ids, count: 1, name, target, undo });
    return true;
  }
  changed(client, appId, gone, [entry.parent_id, target.nodeId]);
  const words = i18next.t('move.one', { ns: 'content_actions', name, folder });
  notify.success(words, { undo, lead: leadTo(mover, target) });
  return true;
}

/** Takes moves or copies back, in the background. */
export async function takeBack(
  { appId, client }: Pick<Mover, 'appId' | 'client'>,
  actions: readonly string[],
  way: Way,
  done: () => void,
): Promise<void> {
  const undoing: (string | null)[] = [];
  for (const id of actions) undoing.push(await takeOneBack(appId, id));
  done();
  const words =
    way === 'copy'
      ? ({ going: 'copy.undone', ended: 'copy.undoneEnded' } as const)
      : ({ going: 'move.undone', ended: 'move.undoneEnded' } as const);
  const ns = 'content_actions';
  tellUndone(client, undoing, { going: i18next.t(words.going, { ns }), ended: i18next.t(words.ended, { ns }) });
}

async function moveMany(mover: Mover, moved: Moved, target: Target, answer: Answer): Promise<boolean> {
  const { appId, client } = mover;
  const begun: Schema<'Begun'>[] = [];
  const selections = selectionsOf(moved);
  for (const selection of selections) {
    const body = { ...selection, target_id: target.nodeId, ...answerOf(answer), ...target.widens };
    const { data } = await api.POST('/api/app/{application_instance_id}/entry/move', {
      params: { path: { application_instance_id: appId } },
      body,
    });
    if (data === undefined) break;
    begun.push(data);
  }
  if (begun.length === 0) return false;
  // Each entry leaves the lists when the server has moved it.
  const places = [...parentsOf(moved), target.nodeId];
  const count = begun.reduce((sum, one) => sum + one.count, 0);
  changed(client, appId, new Set(), places);
  const words = i18next.t('move.done', { ns: 'content_actions', count, folder: target.name });
  const back = () => changed(client, appId, new Set(), places);
  const ids = begun.map(({ bg_action }) => bg_action.bg_action_id);
  const undo = { run: () => takeBack(mover, ids, 'move', back) };
  const name = moved.entries[0]?.name ?? '';
  toldUntilEnded(mover, words, { way: 'move', ids, count, name, target, undo });
  return begun.length === selections.length;
}

/** `gone` have left the first of these folders, and the others have got something. */
export function changed(
  client: QueryClient,
  appId: number,
  gone: ReadonlySet<number>,
  folders: readonly (number | null)[],
): void {
  const [left] = folders;
  if (left !== null && left !== undefined && gone.size > 0) {
    client.setQueriesData<EntryPages>(
      { predicate: ({ queryKey }) => listsOf(left)(queryKey) },
      (pages) => pages && withoutEntries(pages, gone),
    );
  }
  for (const folder of folders)
    if (folder !== null) void client.invalidateQueries({ predicate: ({ queryKey }) => listsOf(folder)(queryKey) });
  for (const nodeId of gone) void client.invalidateQueries({ queryKey: entryQuery(appId, nodeId).queryKey });
  for (const key of [foldersKey, coversKey, ['search', appId], ancestorsQuery(appId, 0).queryKey.slice(0, 2)])
    void client.invalidateQueries({ queryKey: key });
}
