import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Schema } from '../../../platform/api/client';
import { backgroundActionsQuery } from '../../../platform/live/background-actions-query';

type BgAction = Schema<'BgAction'>;

const ENDS: ReadonlySet<string> = new Set(['success', 'done', 'error', 'partial_error', 'stopped']);

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
