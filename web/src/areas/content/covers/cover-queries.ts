import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { iconOf } from '../icons/icon-of';
import { answered, coversKey } from '../queries';
import { inBatches } from './in-batches';

export type Cover = Schema<'Cover'>;
export type CoverPicture = Schema<'CoverPicture'>;

/** The most folders that one call asks for. */
const MOST = 60;
/** How many pictures one can choose from: the most that the server gives. */
const TO_CHOOSE_FROM = 24;

async function coversOf(appId: number, folders: readonly number[], pictures?: number): Promise<Cover[]> {
  const { items } = answered(
    await api.GET('/api/app/{application_instance_id}/rendition/covers', {
      params: {
        path: { application_instance_id: appId },
        query: { node_ids: folders.join(','), ...(pictures !== undefined && { pictures }) },
      },
      headers: shownInPlace,
    }),
  );
  return items;
}

/** Cards that are drawn together ask together. */
const ask = inBatches<number, Cover>(MOST, async (appId, folders) => {
  const covers = await coversOf(appId, folders);
  return new Map(covers.map((cover) => [cover.node_id, cover]));
});

/** What the card of a folder or a repository shows: its icon, or pictures; nothing of one that is not seen any more. */
export function coverQuery(appId: number, nodeId: number) {
  return queryOptions({
    queryKey: [...coversKey, appId, nodeId, 'card'],
    queryFn: async () => {
      const cover = await ask(appId, nodeId);
      return { icon: iconOf(cover ?? {}), pictures: cover?.pictures ?? [] };
    },
    staleTime: 60_000,
  });
}

/** The pictures that a cover can be chosen from. */
export function coverChoicesQuery(appId: number, nodeId: number) {
  return queryOptions({
    queryKey: [...coversKey, appId, nodeId, 'choices'],
    queryFn: async () => (await coversOf(appId, [nodeId], TO_CHOOSE_FROM))[0] ?? null,
    staleTime: 0,
  });
}

/** Chooses the picture that the folder's card shows first; null: the newest ones again. */
export async function chooseCover(
  client: QueryClient,
  appId: number,
  folder: number,
  picture: number | null,
): Promise<void> {
  const { error } = await api.PUT('/api/app/{application_instance_id}/rendition/cover/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: folder } },
    body: { picture_node_id: picture },
  });
  if (error !== undefined) throw error;
  await client.invalidateQueries({ queryKey: coversKey });
}
