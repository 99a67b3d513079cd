import type { Schema } from '../../platform/api/client';
import type { Action } from './action';

type Group = Pick<Schema<'UploadGroup'>, 'bg_action_id' | 'done' | 'quiet'>;

/** Uploads of other pages that have gone quiet are told as interrupted, with how much of them has arrived. */
export function withInterrupted(
  actions: readonly Action[],
  groups: readonly Group[],
  own: ReadonlySet<string>,
): Action[] {
  const quiet = new Map(groups.filter((one) => one.quiet).map((one) => [one.bg_action_id, one]));
  return actions.map((action) => {
    const group = quiet.get(action.id);
    if (group === undefined || own.has(action.groupId) || action.status !== 'in_progress') return action;
    return { ...action, status: 'interrupted', done: group.done };
  });
}
