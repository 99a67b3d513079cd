import i18next from 'i18next';
import { api, type Schema } from '../../../platform/api/client';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { changed, takeBack } from './move-entries';
import { countOf, type Moved, selectionsOf, type Target } from './moved-entries';
import { type Answer, answerOf } from './taken-names';
import { type Mover, toldUntilEnded } from './told-until-ended';

/** Copies entries into a folder, in the background; the banner offers to take it back. False if the server refused. */
export async function copyTo(mover: Mover, moved: Moved, target: Target, answer: Answer): Promise<boolean> {
  const { appId, client } = mover;
  await loadActionTexts();
  const { begun, all } = await beginAll(appId, moved, target, answer);
  if (begun.length === 0) return false;
  const count = begun.reduce((sum, one) => sum + one.count, 0);
  const name = moved.entries[0]?.name ?? '';
  const words = i18next.t('copy.done', { ns: 'content_actions', count, name, folder: target.name });
  const back = () => changed(client, appId, new Set(), [target.nodeId]);
  const ids = begun.map(({ bg_action }) => bg_action.bg_action_id);
  const undo = { run: () => takeBack(mover, ids, 'copy', back) };
  toldUntilEnded(mover, words, { way: 'copy', ids, count, name, target, undo });
  return all;
}

async function beginAll(appId: number, moved: Moved, target: Target, answer: Answer) {
  const [first] = moved.entries;
  if (countOf(moved) === 1 && first !== undefined) {
    const { data } = await api.PUT('/api/app/{application_instance_id}/entry/copy/{node_id}/to/{target_id}', {
      params: {
        path: { application_instance_id: appId, node_id: first.node_id, target_id: target.nodeId },
        query: answerOf(answer),
      },
    });
    return { begun: data === undefined ? [] : [data], all: true };
  }
  const begun: Schema<'Begun'>[] = [];
  const selections = selectionsOf(moved);
  for (const selection of selections) {
    const body = { ...selection, target_id: target.nodeId, ...answerOf(answer) };
    const { data } = await api.POST('/api/app/{application_instance_id}/entry/copy', {
      params: { path: { application_instance_id: appId } },
      body,
    });
    if (data === undefined) break;
    begun.push(data);
  }
  return { begun, all: begun.length === selections.length };
}
