import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/client';
import { notify } from '../../../platform/ui/notify';
import { whenEnded } from '../move/when-ended';

/** Has the server take an action back; returns the id of the action that does so, or null if the server refused. */
export async function takeBack(appId: number, bgActionId: string): Promise<string | null> {
  const { data } = await api.POST('/api/app/{application_instance_id}/selection/undo/{bg_action_id}', {
    params: { path: { application_instance_id: appId, bg_action_id: bgActionId } },
  });
  return data?.bg_action.bg_action_id ?? null;
}

/**
 * The banner says that something is taken back by these actions, and when they have ended, that it was; nothing if the
 * server refused one, which is null.
 */
export function tellUndone(
  client: QueryClient,
  undoing: readonly (string | null)[],
  words: { going: string; ended: string },
): void {
  const actions = undoing.filter((id) => id !== null);
  if (actions.length !== undoing.length) return;
  const ended = whenEnded(client, actions).then((all) => {
    const isDone = all.length > 0 && all.every(({ status }) => status === 'success' || status === 'done');
    return isDone ? { kind: 'success' as const, message: words.ended } : null;
  });
  notify.goesOn(words.going, { actions }, ended);
}
