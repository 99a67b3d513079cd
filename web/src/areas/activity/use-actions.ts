import { useQuery, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useCallback, useMemo } from 'react';
import type { Schema } from '../../platform/api/client';
import { backgroundActionsQuery } from '../../platform/live/background-actions-query';
import { selectedApp } from '../../platform/session/memory';
import { useSession } from '../../platform/session/use-session';
import { notify } from '../../platform/ui/notify';
import { useUploads } from '../../platform/uploads/uploads-context';
import { type Action, staysWhenCancelled } from './action';
import { type ActionGroup, afterClearing, groupActions } from './action-groups';
import { cancelOnServer, clearOnServer, fromServer, retryOnServer, undoOnServer } from './background-actions';
import { withInterrupted } from './quiet-uploads';
import { useServerGroups } from './use-upload-groups';

/** All background actions of the user, newest group first. */
export function useActionGroups(): ActionGroup[] {
  const session = useSession();
  // Before a required new password is chosen, and after signing out, the server would refuse.
  const enabled = session !== null && !session.user.reset_pwd;
  const { data } = useQuery({ ...backgroundActionsQuery(), enabled });
  const { uploads } = useUploads();
  const server = useServerGroups();
  return useMemo(() => {
    const own = new Set([...uploads.snapshot().uploads.values()].map(({ groupId }) => groupId));
    return groupActions(withInterrupted((data?.items ?? []).map(fromServer), server, own));
  }, [data, server, uploads]);
}

export interface ActionHandlers {
  /** Whether the server has ended them all; what it has not is said, and stays in the list. */
  cancel: (actions: readonly Action[]) => Promise<boolean>;
  /** Takes actions back; the server says so in the list. */
  undo: (actions: readonly Action[]) => void;
  /** Tries again what failed of them. */
  retry: (actions: readonly Action[]) => void;
  clear: () => void;
}

export function useActionHandlers(): ActionHandlers {
  const { uploads } = useUploads();
  const client = useQueryClient();
  const forget = useCallback(
    (kept: (action: Action) => boolean) => {
      client.setQueryData<Schema<'BgActionList'>>(backgroundActionsQuery().queryKey, (known) => {
        const items = known?.items.filter((one) => kept(fromServer(one)));
        return items && { items, total: items.length };
      });
    },
    [client],
  );
  return useMemo(
    () => ({
      cancel: async (actions) => {
        const groups = new Set(actions.map((action) => action.groupId));
        const own = [...uploads.snapshot().uploads.values()].filter((one) => groups.has(one.groupId));
        uploads.cancel(own.map(({ id }) => id));
        const tried = await Promise.all(actions.map(async ({ id }) => ((await cancelOnServer(id)) ? id : null)));
        const ended = new Set(tried);
        forget((action) => !ended.has(action.id) || staysWhenCancelled(action));
        const all = !ended.has(null);
        if (!all) notify.error(i18next.t('notEnded', { ns: 'activity_tray' }));
        return all;
      },
      undo: (actions) => void inTurn(actions, undoOnServer),
      retry: (actions) => void inTurn(actions, retryOnServer),
      clear: () => {
        uploads.clear();
        forget((action) => afterClearing([action]).length > 0);
        void clearOnServer();
      },
    }),
    [uploads, forget],
  );
}

/** One after the other, the latest first, as the list has them: what was done last is taken back first. */
async function inTurn(
  actions: readonly Action[],
  call: (appId: number, bgActionId: string) => Promise<void>,
): Promise<void> {
  const appId = selectedApp('content');
  if (appId === null) return;
  for (const { id } of actions) await call(appId, id);
}
