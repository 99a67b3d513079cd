import { api, query, type Schema } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import type { Action } from './action';

export type BgAction = Schema<'BgAction'>;

export function fromServer(action: BgAction): Action {
  return {
    id: action.bg_action_id,
    groupId: action.bg_group_id,
    title: action.title,
    text: action.text,
    type: action.type,
    icon: action.icon,
    createdAt: action.created_at,
    progress: action.progress,
    status: action.status,
    nodeId: action.node_id,
    parentId: action.parent_id,
    fromId: action.from_id,
    items: action.items,
    cancellable: action.cancellable,
    done: action.done,
    failed: action.failed,
    undoUntil: action.can_undo ? action.undo_until : null,
    undone: action.undone,
    retryUntil: action.can_retry ? action.retry_until : null,
    retried: action.retried ?? false,
    undoes: action.undoes,
  };
}

/** An update of one action: replaces the known one in its place, or comes first as the newest. */
export function withUpdates(known: readonly BgAction[], updates: ReadonlyMap<string, BgAction>): BgAction[] {
  const left = new Map(updates);
  const kept = known.map((action) => {
    const update = left.get(action.bg_action_id);
    left.delete(action.bg_action_id);
    return update ?? action;
  });
  const all = [...[...left.values()].reverse(), ...kept];
  // A cancelled action is gone on the server; this is its last event.
  return all.filter((action) => action.status !== 'cancelled');
}

/** Neither there any more, nor to be ended any more. */
const OVER = [404, 409];

/** Whether the server has ended it, or it had ended before. */
export async function cancelOnServer(bgActionId: string): Promise<boolean> {
  const asked = { params: { path: { bg_action_id: bgActionId } }, headers: shownInPlace };
  const answer = await api.POST('/api/core/background-action/{bg_action_id}/cancel', asked).catch(() => null);
  return answer !== null && (answer.response.ok || OVER.includes(answer.response.status));
}

/** Takes an action back, in the background. */
export async function undoOnServer(appId: number, bgActionId: string): Promise<void> {
  await api.POST('/api/app/{application_instance_id}/selection/undo/{bg_action_id}', {
    params: { path: { application_instance_id: appId, bg_action_id: bgActionId } },
  });
}

/** Tries again what failed of an action. */
export async function retryOnServer(appId: number, bgActionId: string): Promise<void> {
  await api.POST('/api/app/{application_instance_id}/selection/retry/{bg_action_id}', {
    params: { path: { application_instance_id: appId, bg_action_id: bgActionId } },
  });
}

/** What an action could not be done with. */
export function failuresQuery(appId: number, bgActionId: string) {
  return query.queryOptions('get', '/api/app/{application_instance_id}/selection/failures/{bg_action_id}', {
    params: { path: { application_instance_id: appId, bg_action_id: bgActionId } },
    headers: shownInPlace,
  });
}

export async function clearOnServer(): Promise<void> {
  await api.DELETE('/api/core/background-action');
}
