import { api } from '../../../platform/api/client';
import { notify } from '../../../platform/ui/notify';

/** Has the server take an action back; returns the id of the action that does so, or null if the server refused. */
export async function takeBack(appId: number, bgActionId: string): Promise<string | null> {
  const { data } = await api.POST('/api/app/{application_instance_id}/selection/undo/{bg_action_id}', {
    params: { path: { application_instance_id: appId, bg_action_id: bgActionId } },
  });
  return data?.bg_action.bg_action_id ?? null;
}

/** The banner says that something is taken back, by these actions; nothing if the server refused one, which is null. */
export function tellUndone(undoing: readonly (string | null)[], words: string): void {
  const actions = undoing.filter((id) => id !== null);
  if (actions.length === undoing.length) notify.info(words, { actions });
}
