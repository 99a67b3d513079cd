import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { api, query, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { type RepositorySettings, repositoriesPath } from './file-server';

export type Moving = Schema<'RepositoryMoving'>;
type Obstacle = NonNullable<Moving['waits_for']>;

const movePath = '/api/app/{application_instance_id}/repository/{repository_id}/move';

const paramsOf = (appId: number, repository: RepositorySettings) => ({
  path: { application_instance_id: appId, repository_id: repository.repository_id },
});

/** What a move to a file server would do; nothing is asked before one is chosen. */
export function useMoveCheck(appId: number, repository: RepositorySettings, fileServerId: number | null) {
  const params = { ...paramsOf(appId, repository), query: { file_server_id: fileServerId ?? 0 } };
  return query.useQuery(
    'get',
    `${movePath}/check`,
    { params, headers: shownInPlace },
    { enabled: fileServerId !== null, retry: false, gcTime: 0 },
  );
}

/** A move that has failed, with the files that could not be copied. */
export function useMoveStatus(appId: number, repository: RepositorySettings, enabled: boolean) {
  const params = paramsOf(appId, repository);
  return query.useQuery('get', movePath, { params, headers: shownInPlace }, { enabled, retry: false, gcTime: 0 });
}

/** Begins a move; the background action that carries it out. */
export async function beginMove(
  appId: number,
  repository: RepositorySettings,
  body: Schema<'RepositoryMoveForm'>,
  headers: Record<string, string>,
): Promise<string> {
  const { data, error } = await api.POST(movePath, { params: paramsOf(appId, repository), body, headers });
  if (data === undefined) throw error;
  return data.bg_action_id;
}

/** What can be done with a move that has begun; each answers with the background actions that carry it out. */
export function useMoveCalls(appId: number, repository: RepositorySettings) {
  const client = useQueryClient();
  const params = paramsOf(appId, repository);
  const shown = async ({ data, error }: { data?: Schema<'BgAction'> | undefined; error?: unknown }) => {
    if (error !== undefined) throw error;
    await client.invalidateQueries({ queryKey: ['get', repositoriesPath] });
    return data === undefined ? [] : [data.bg_action_id];
  };
  return {
    retry: async () => shown(await api.POST(`${movePath}/retry`, { params, headers: shownInPlace })),
    giveUp: async () => shown(await api.DELETE(movePath, { params, headers: shownInPlace })),
    leave: async () =>
      shown(await api.DELETE(movePath, { params: { ...params, query: { leave: true } }, headers: shownInPlace })),
  };
}

/** What a move is at, in words. */
export function movingWords(
  { state, file_server_label, progress, waits_for }: Moving,
  t: TFunction<'content_settings'>,
): string {
  const said = { label: file_server_label, progress };
  switch (state) {
    case 'copying':
      if (waits_for === 'no_room') return t('moves.waits_room', said);
      return waits_for === null ? t('moves.copying', said) : t('moves.waits', said);
    case 'closed':
      return t('moves.closed', said);
    case 'failed':
      return t('moves.failed', said);
    case 'undoing':
      return t('moves.undoing', said);
    case 'clearing':
      return t('moves.clearing', said);
  }
}

/** What keeps a move from going on. `since`: a time, in words. */
export function obstacleWords(
  obstacle: Obstacle,
  said: { label: string; own: string; since: string },
  t: TFunction<'content_settings'>,
): string {
  switch (obstacle) {
    case 'no_room':
      return t('moves.obstacle.no_room', said);
    case 'other_away':
      return t('moves.obstacle.other_away', said);
    case 'own_away':
      return t('moves.obstacle.own_away', said);
    case 'something_else':
      return t('moves.obstacle.something_else', said);
  }
}

/** Whether it goes on by itself. */
export const goesOn = (moving: Moving | null) => moving !== null && moving.state !== 'failed';
