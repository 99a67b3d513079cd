import type { Schema } from '../../platform/api/client';
import type { Action } from './action';

type Group = Pick<Schema<'UploadGroup'>, 'bg_action_id' | 'done' | 'seen_at' | 'ended'>;

/** An upload of which nothing was heard for so long has lost its page; the server notes bytes every ten minutes. */
const QUIET_SECONDS = 900;

/** Uploads of other pages that have gone quiet are told as interrupted, with how much of them has arrived. */
export function withInterrupted(
  actions: readonly Action[],
  groups: readonly Group[],
  own: ReadonlySet<string>,
  now: number,
): Action[] {
  const quiet = new Map(
    groups
      .filter(({ ended, seen_at }) => !ended && seen_at + QUIET_SECONDS <= now)
      .map((one) => [one.bg_action_id, one]),
  );
  return actions.map((action) => {
    const group = quiet.get(action.id);
    if (group === undefined || own.has(action.groupId) || action.status !== 'in_progress') return action;
    return { ...action, status: 'interrupted', done: group.done };
  });
}
