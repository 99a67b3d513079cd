import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { answered } from '../queries';

/** The ids of the user's favourites, for the stars of all lists. */
const idsKey = (appId: number) => ['favourites', appId] as const;
/** The list of them: what the socket says of entries changes it as it changes all lists (live-cache.ts). */
export const favouritesKey = (appId: number) => ['entries', appId, 'favourites'] as const;

const at = (appId: number, nodeId: number) => ({
  params: { path: { application_instance_id: appId, node_id: nodeId } },
});

export function favouriteIdsQuery(appId: number) {
  return queryOptions({
    queryKey: idsKey(appId),
    queryFn: async (): Promise<ReadonlySet<number>> => {
      const path = { application_instance_id: appId };
      const asked = { params: { path }, headers: shownInPlace };
      return new Set(answered(await api.GET('/api/app/{application_instance_id}/home/favourite_ids', asked)).node_ids);
    },
    staleTime: 300_000,
  });
}

/** The star of an entry as it is from now on; undefined where the stars are not loaded yet. */
function withStar(chosen: boolean, nodeId: number) {
  return (ids: ReadonlySet<number> | undefined): ReadonlySet<number> | undefined => {
    if (ids === undefined || ids.has(nodeId) === chosen) return ids;
    return new Set(chosen ? [...ids, nodeId] : [...ids].filter((id) => id !== nodeId));
  };
}

/** Another page of the user, or this one, has chosen it or not; null: many of them at once. */
export function heardOfFavourite(client: QueryClient, nodeId: number | null, chosen: boolean): void {
  if (nodeId === null) void client.invalidateQueries({ queryKey: ['favourites'] });
  else client.setQueriesData<ReadonlySet<number>>({ queryKey: ['favourites'] }, withStar(chosen, nodeId));
  void client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'entries' && queryKey[2] === 'favourites',
  });
}

/** Shows the star at once, and takes it back if the server refuses or is away. */
export async function chooseFavourite(
  client: QueryClient,
  appId: number,
  nodeId: number,
  chosen: boolean,
): Promise<void> {
  const key = idsKey(appId);
  client.setQueryData<ReadonlySet<number>>(key, withStar(chosen, nodeId));
  const call = chosen ? api.PUT : api.DELETE;
  try {
    const path = '/api/app/{application_instance_id}/home/favourite/{node_id}';
    const { error, response } = await call(path, at(appId, nodeId));
    // A refusal without a body has no error.
    if (!response.ok) throw error;
  } catch (error) {
    client.setQueryData<ReadonlySet<number>>(key, withStar(!chosen, nodeId));
    throw error;
  }
  void client.invalidateQueries({ queryKey: favouritesKey(appId) });
}

/** So many stars are on their way to the server at once. */
const AT_ONCE = 6;

/** Gives all of these a star, or takes it from all if each has one; tells which, and how to undo it. */
export async function starEntries(client: QueryClient, appId: number, nodeIds: readonly number[]) {
  const stars = await client.ensureQueryData(favouriteIdsQuery(appId));
  const chosen = !nodeIds.every((id) => stars.has(id));
  const changed = nodeIds.filter((id) => stars.has(id) !== chosen);
  const change = (chooses: boolean) => inTurn(changed, (id) => chooseFavourite(client, appId, id, chooses));
  await change(chosen);
  return { chosen, count: changed.length, undo: () => change(!chosen) };
}

async function inTurn(ids: readonly number[], change: (id: number) => Promise<void>): Promise<void> {
  const left = ids.values();
  const next = async () => {
    for (const id of left) await change(id);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, next));
}
