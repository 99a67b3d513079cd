import type { QueryClient } from '@tanstack/react-query';
import type { Schema } from '../../platform/api/client';
import { backgroundActionsQuery } from '../../platform/live/background-actions-query';
import { gather } from '../../platform/live/gather';
import type { LiveEvent } from '../../platform/live/live';
import { refreshNotices } from '../../platform/live/notices-query';
import type { LiveListener } from '../../platform/registry/area';
import { uploadGroupsQuery } from '../../platform/uploads/upload-groups-query';
import { type BgAction, withUpdates } from './background-actions';
import { withGroup } from './upload-groups';

function actionOf({ name, payload }: LiveEvent): BgAction | null {
  if (name !== 'message' || typeof payload !== 'object' || payload === null) return null;
  return 'bg_action_id' in payload && typeof payload.bg_action_id === 'string' ? (payload as BgAction) : null;
}

function groupOf({ name, payload }: LiveEvent): Schema<'UploadGroup'> | null {
  if (name !== 'message' || typeof payload !== 'object' || payload === null) return null;
  const isGroup = 'topic' in payload && payload.topic === 'upload_group' && 'value' in payload;
  return isGroup ? (payload.value as Schema<'UploadGroup'>) : null;
}

function isNotice({ name, payload }: LiveEvent): boolean {
  return (
    name === 'message' &&
    typeof payload === 'object' &&
    payload !== null &&
    'topic' in payload &&
    payload.topic === 'notice'
  );
}

/** Events of background actions, uploads and notices change their lists; they are loaded again when the events begin. */
export function liveActions(client: QueryClient): LiveListener {
  const { queryKey } = backgroundActionsQuery();
  const update = gather<BgAction>((actions) => {
    const updates = new Map(actions.map((action) => [action.bg_action_id, action]));
    client.setQueryData<Schema<'BgActionList'>>(queryKey, (known) => {
      const items = withUpdates(known?.items ?? [], updates);
      return { items, total: items.length };
    });
  });
  const renew = gather<Schema<'UploadGroup'>>((groups) => {
    for (const group of groups) {
      const { queryKey } = uploadGroupsQuery(group.application_instance_id);
      client.setQueryData<Schema<'UploadGroups'>>(
        queryKey,
        (known) => known && { items: withGroup(known.items, group) },
      );
    }
  });
  const tell = gather<LiveEvent>(() => void refreshNotices(client));
  return {
    heard: (event) => {
      if (isNotice(event)) tell(event);
      const action = actionOf(event);
      if (action !== null) update(action);
      const group = groupOf(event);
      if (group !== null) renew(group);
    },
    connected: () => {
      void client.invalidateQueries({ queryKey });
      void refreshNotices(client);
      void client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) => path === uploadGroupsQuery(0).queryKey[1],
      });
    },
  };
}
