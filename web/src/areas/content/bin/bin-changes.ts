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

/** The background action that deletes it, if it has many entries. */
export async function purgeEntry(client: QueryClient, appId: number, entry: BinEntry): Promise<string | null> {
  const { data } = await api.DELETE('/api/app/{application_instance_id}/entry/bin/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: entry.node_id } },
  });
  await client.invalidateQueries({ queryKey: binKey(appId) });
  return data?.bg_action_id ?? null;
}

/** The background action that empties it, if it had something that the user may delete. */
export async function emptyBin(client: QueryClient, appId: number): Promise<string | null> {
  const { data } = await api.DELETE('/api/app/{application_instance_id}/entry/bin', {
    params: { path: { application_instance_id: appId } },
  });
  await client.invalidateQueries({ queryKey: binKey(appId) });
  return data?.bg_action_id ?? null;
}

type Selection = Schema<'Selection'>;

/** What goes on in the background, with so many entries. */
interface Going {
  count: number;
  actions: readonly string[];
}

/** Restores entries in the background; null if the server refused, which the banner has shown. */
export async function restoreSelection(appId: number, bodies: readonly Selection[]): Promise<Going | null> {
  const params = { path: { application_instance_id: appId } };
  return beginAll(bodies, (body) => api.POST('/api/app/{application_instance_id}/selection/restore', { params, body }));
}

/** The same for entries that are deleted for good. */
export async function purgeSelection(appId: number, bodies: readonly Selection[]): Promise<Going | null> {
  const params = { path: { application_instance_id: appId } };
  return beginAll(bodies, (body) => api.POST('/api/app/{application_instance_id}/selection/purge', { params, body }));
}

/** The calls up to the first that the server refuses; null if that is the first of all. */
async function beginAll(
  bodies: readonly Selection[],
  call: (body: Selection) => Promise<{ data?: Schema<'Begun'> | undefined }>,
): Promise<Going | null> {
  const begun: Schema<'Begun'>[] = [];
  for (const body of bodies) {
    const { data } = await call(body);
    if (data === undefined) break;
    begun.push(data);
  }
  if (begun.length === 0) return null;
  const count = begun.reduce((sum, one) => sum + one.count, 0);
  return { count, actions: begun.map(({ bg_action }) => bg_action.bg_action_id) };
}
