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
export async function restoreSelection(appId: number, body: Selection): Promise<number | null> {
  const params = { path: { application_instance_id: appId } };
  const { data } = await api.POST('/api/app/{application_instance_id}/selection/restore', { params, body });
  return data?.count ?? null;
}

/** The same for entries that are deleted for good. */
export async function purgeSelection(appId: number, body: Selection): Promise<number | null> {
  const params = { path: { application_instance_id: appId } };
  const { data } = await api.POST('/api/app/{application_instance_id}/selection/purge', { params, body });
  return data?.count ?? null;
}
