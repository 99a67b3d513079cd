import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { api } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { type Ended, notify, type Undo } from '../../../platform/ui/notify';
import type { Mover } from '../move/told-until-ended';
import { outcomeOf, whenEnded } from '../move/when-ended';
import { askedNames, type NewName, type Taken } from './new-names';
import { takeBack, tellUndone } from './take-back';

const NOTHING: Taken = new Map();

/** Which of these names other entries have already, folder by folder; nothing where the user may not ask. */
export function useTaken(appId: number, names: readonly NewName[]): Taken {
  const asked = [...askedNames(names)];
  const { data } = useQuery({
    queryKey: ['names taken', appId, asked],
    queryFn: async () => new Map(await Promise.all(asked.map(([folder, wanted]) => takenIn(appId, folder, wanted)))),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  return data ?? NOTHING;
}

async function takenIn(appId: number, folder: number, names: readonly string[]) {
  const { data } = await api.POST('/api/app/{application_instance_id}/entry/exists/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: folder } },
    body: { names: [...names] },
    headers: shownInPlace,
  });
  return [folder, data?.entries ?? []] as const;
}

/** Renames entries in the background; the banner offers to take it back. False if the server refused. */
export async function renameMany(
  { appId, client }: Pick<Mover, 'appId' | 'client'>,
  names: readonly NewName[],
  keepBoth: boolean,
): Promise<boolean> {
  const { data } = await api.POST('/api/app/{application_instance_id}/selection/rename', {
    params: { path: { application_instance_id: appId } },
    body: { entries: names.map(({ entry, name }) => ({ node_id: entry.node_id, name })), keep_both: keepBoth },
  });
  if (data === undefined) return false;
  const action = data.bg_action.bg_action_id;
  const back = async () => {
    tellUndone(client, [await takeBack(appId, action)], {
      going: i18next.t('rename.undone', { ns: 'content_actions' }),
      ended: i18next.t('rename.undoneEnded', { ns: 'content_actions' }),
    });
  };
  const words = i18next.t('rename.done', { ns: 'content_actions', count: data.count });
  const undo = { run: back };
  notify.goesOn(words, { undo, actions: [action] }, renamed(client, action, undo));
  return true;
}

/** How a renaming is told to have ended, once it has. */
export async function renamed(client: QueryClient, action: string, undo: Undo): Promise<Ended | null> {
  const outcome = outcomeOf(await whenEnded(client, [action]));
  if (outcome === null) return null;
  const { done, all, why = '' } = outcome;
  if (done === all) {
    const message = i18next.t('rename.ended', { ns: 'content_actions', count: all });
    return { kind: 'success', message, undo };
  }
  const message = i18next.t('rename.endedPartly', { ns: 'content_actions', count: all, done });
  return { kind: done === 0 ? 'error' : 'info', message: `${message} ${why}`.trim(), ...(done > 0 && { undo }) };
}
