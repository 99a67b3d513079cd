import type { QueryClient } from '@tanstack/react-query';
import type { Schema } from '../../platform/api/client';
import { gather } from '../../platform/live/gather';
import type { LiveEvent } from '../../platform/live/live';
import type { LiveListener } from '../../platform/registry/area';
import { type BgAction, backgroundActionsQuery, withUpdates } from './background-actions';

function actionOf({ name, payload }: LiveEvent): BgAction | null {
  if (name !== 'message' || typeof payload !== 'object' || payload === null) return null;
  return 'bg_action_id' in payload && typeof payload.bg_action_id === 'string' ? (payload as BgAction) : null;
}

/** Events of background actions change their list; it is loaded again when the events begin. */
export function liveActions(client: QueryClient): LiveListener {
  const { queryKey } = backgroundActionsQuery();
  const update = gather<BgAction>((actions) => {
    const updates = new Map(actions.map((action) => [action.bg_action_id, action]));
    client.setQueryData<Schema<'BgActionList'>>(queryKey, (known) => {
      const items = withUpdates(known?.items ?? [], updates);
      return { items, total: items.length };
    });
  });
  return {
    heard: (event) => {
      const action = actionOf(event);
      if (action !== null) update(action);
    },
    connected: () => void client.invalidateQueries({ queryKey }),
  };
}
