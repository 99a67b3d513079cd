import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Schema } from '../../../platform/api/client';
import { backgroundActionsQuery } from '../../../platform/live/background-actions-query';

type BgAction = Schema<'BgAction'>;

const ENDS: ReadonlySet<string> = new Set(['success', 'done', 'error', 'partial_error', 'stopped']);

/**
 * How many of what these are about are done, of `all`, and why the others are not; null where all of it was taken back,
 * or was stopped before anything was done.
 */
export function outcomeOf(actions: readonly BgAction[]) {
  const parts = actions.filter(({ undone }) => !undone).map(partsOf);
  const done = sum(parts.map((part) => part.done));
  const failed = sum(parts.map((part) => part.failed));
  if (done + failed === 0) return null;
  const all = done + failed + sum(parts.map((part) => part.left));
  return { done, all, why: parts.find(({ text }) => text !== '')?.text };
}

/** What was stopped has left some as they were; they have not failed. */
function partsOf({ status, items, text, ...told }: BgAction) {
  const isStopped = status === 'stopped';
  const done = told.done ?? (status === 'success' || status === 'done' ? 1 : 0);
  const failed = told.failed ?? (isStopped || done > 0 ? 0 : 1);
  return { done, failed, left: isStopped ? Math.max((items ?? 1) - done - failed, 0) : 0, text };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** The actions, once all of them have ended. One that is gone before was cancelled: stopped, with nothing done. */
export function whenEnded(client: QueryClient, ids: readonly string[]): Promise<BgAction[]> {
  const { queryKey } = backgroundActionsQuery();
  const hash = hashKey(queryKey);
  const going = new Set(ids);
  const seen = new Map<string, BgAction>();
  const ended: BgAction[] = [];
  return new Promise((resolve) => {
    const look = () => {
      const items = client.getQueryData<Schema<'BgActionList'>>(queryKey)?.items ?? [];
      for (const id of going) {
        const action = items.find(({ bg_action_id }) => bg_action_id === id);
        const before = seen.get(id);
        if (action) seen.set(id, action);
        if (action && ENDS.has(action.status)) ended.push(action);
        else if (!action && before) ended.push({ ...before, status: 'stopped', done: 0, failed: 0 });
        else continue;
        going.delete(id);
      }
      if (going.size > 0) return;
      stop();
      resolve(ended);
    };
    const stop = client.getQueryCache().subscribe(({ query }) => {
      if (query.queryHash === hash) look();
    });
    look();
  });
}
