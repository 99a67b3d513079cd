import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { api, type Schema } from '../../../platform/api/client';
import { type Ended, notify } from '../../../platform/ui/notify';
import { whenEnded } from '../move/when-ended';

/** Has the server take an action back; returns the id of the action that does so, or null if the server refused. */
export async function takeBack(appId: number, bgActionId: string): Promise<string | null> {
  const { data } = await api.POST('/api/app/{application_instance_id}/selection/undo/{bg_action_id}', {
    params: { path: { application_instance_id: appId, bg_action_id: bgActionId } },
  });
  return data?.bg_action.bg_action_id ?? null;
}

/**
 * The banner says that something is taken back by these actions, and when they have ended, that it was, or why not;
 * nothing if the server refused one, which is null.
 */
export function tellUndone(
  client: QueryClient,
  undoing: readonly (string | null)[],
  words: { going: string; ended: string },
): void {
  const actions = undoing.filter((id) => id !== null);
  if (actions.length !== undoing.length) return;
  const ended = whenEnded(client, actions).then((all) => endOf(all, words.ended));
  notify.goesOn(words.going, { actions }, ended);
}

/** Of what was cancelled or stopped, nothing is said. */
function endOf(all: readonly Schema<'BgAction'>[], done: string): Ended | null {
  const failed = all.filter(({ status }) => status === 'error' || status === 'partial_error');
  if (failed.length > 0) {
    const why = failed.find(({ text }) => text !== '')?.text;
    const isNothingDone = all.every((one) => one.status === 'error' || one.done === 0);
    return { kind: isNothingDone ? 'error' : 'info', message: why ?? i18next.t('error.failed', { ns: 'content' }) };
  }
  const isDone = all.length > 0 && all.every(({ status }) => status === 'success' || status === 'done');
  return isDone ? { kind: 'success', message: done } : null;
}

/** Says so of a removal. */
export function tellRestored(client: QueryClient, undoing: readonly (string | null)[]): void {
  const ns = 'content';
  const words = { going: i18next.t('remove.undone', { ns }), ended: i18next.t('remove.undoneEnded', { ns }) };
  tellUndone(client, undoing, words);
}
