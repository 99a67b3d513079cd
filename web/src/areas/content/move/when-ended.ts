import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Schema } from '../../../platform/api/client';
import { backgroundActionsQuery } from '../../../platform/live/background-actions-query';

type BgAction = Schema<'BgAction'>;

const ENDS: ReadonlySet<string> = new Set(['success', 'done', 'error', 'partial_error', 'stopped']);

/** How much of what these did is done, and why the rest is not; null where all of it was taken back. */
export function outcomeOf(actions: readonly BgAction[]) {
  const kept = actions.filter(({ undone }) => !undone);
  if (kept.length === 0) return null;
  return {
    done: sum(kept, ({ done, status }) => done ?? (status === 'success' ? 1 : 0)),
    failed: sum(kept, ({ failed, status }) => failed ?? (status === 'success' ? 0 : 1)),
    why: kept.find(({ text }) => text !== '')?.text,
  };
}

const sum = (actions: readonly BgAction[], of: (action: BgAction) => number) =>
  actions.reduce((all, action) => all + of(action), 0);

/** The actions, once all of them have ended, without those that were cancelled or cleared away before. */
export function whenEnded(client: QueryClient, ids: readonly string[]): Promise<BgAction[]> {
  const { queryKey } = backgroundActionsQuery();
  const hash = hashKey(queryKey);
  const going = new Set(ids);
  const seen = new Set<string>();
  const ended: BgAction[] = [];
  return new Promise((resolve) => {
    const look = () => {
      const items = client.getQueryData<Schema<'BgActionList'>>(queryKey)?.items ?? [];
      for (const id of going) {
        const action = items.find(({ bg_action_id }) => bg_action_id === id);
        if (action) seen.add(id);
        if (action && ENDS.has(action.status)) ended.push(action);
        // What was there and is gone was cancelled.
        if (action ? ENDS.has(action.status) : seen.has(id)) going.delete(id);
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
