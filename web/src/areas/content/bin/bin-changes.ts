import type { QueryClient } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { type BinEntry, binKey, foldersKey, listsOf } from '../queries';

/** Restores an entry; false if the server refused, which the banner has shown. */
export async function restoreEntry(client: QueryClient, appId: number, entry: BinEntry): Promise<boolean> {
  const { data } = await api.POST('/api/app/{application_instance_id}/entry/restore/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: entry.node_id } },
  });
  await client.invalidateQueries({ queryKey: binKey(appId) });
  void client.invalidateQueries({ queryKey: foldersKey });
  const { parent_id: parentId } = entry;
  if (parentId !== null) void client.invalidateQueries({ predicate: ({ queryKey }) => listsOf(parentId)(queryKey) });
  return data !== undefined;
}

/** True if it has many entries, which are deleted in the background. */
export async function purgeEntry(client: QueryClient, appId: number, entry: BinEntry): Promise<boolean> {
  const { response } = await api.DELETE('/api/app/{application_instance_id}/entry/bin/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: entry.node_id } },
  });
  await client.invalidateQueries({ queryKey: binKey(appId) });
  return response.status === 202;
}

/** True if it had something that the user may delete. */
export async function emptyBin(client: QueryClient, appId: number): Promise<boolean> {
  const { response } = await api.DELETE('/api/app/{application_instance_id}/entry/bin', {
    params: { path: { application_instance_id: appId } },
  });
  await client.invalidateQueries({ queryKey: binKey(appId) });
  return response.status === 202;
}

type Selection = Schema<'Selection'>;

/** How many entries are restored in the background; null if the server refused, which the banner has shown. */
export async function restoreSelection(appId: number, bodies: readonly Selection[]): Promise<number | null> {
  const params = { path: { application_instance_id: appId } };
  return countOf(bodies, (body) => api.POST('/api/app/{application_instance_id}/selection/restore', { params, body }));
}

/** The same for entries that are deleted for good. */
export async function purgeSelection(appId: number, bodies: readonly Selection[]): Promise<number | null> {
  const params = { path: { application_instance_id: appId } };
  return countOf(bodies, (body) => api.POST('/api/app/{application_instance_id}/selection/purge', { params, body }));
}

/** The sum of the calls up to the first that the server refuses; null if that is the first of all. */
async function countOf(
  bodies: readonly Selection[],
  call: (body: Selection) => Promise<{ data?: Schema<'Begun'> | undefined }>,
): Promise<number | null> {
  let sum: number | null = null;
  for (const body of bodies) {
    const { data } = await call(body);
    if (data === undefined) break;
    sum = (sum ?? 0) + data.count;
  }
  return sum;
}
