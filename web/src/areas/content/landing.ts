import { api } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import type { Landing } from '../../platform/registry/area';
import { answered, repositoriesQuery } from './queries';

/** A way down is followed no deeper than this. */
const DEEPEST = 12;

/** A guest who was given one folder begins in it: everything above it would show nothing but the way to it. */
export const landing: Landing = async (client, applications) => {
  const [appId, ...others] = [...applications].flatMap(([id, key]) => (key === 'content' ? [id] : []));
  if (appId === undefined || others.length > 0) return null;
  const { items } = await client.fetchQuery({ ...repositoriesQuery(appId), retry: false });
  const [repository] = items;
  if (repository === undefined || items.length > 1 || repository.role !== null) return null;
  let folder = repository.node_id;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const entry = await soleEntry(appId, folder);
    if (entry?.node_type !== 'folder') return null;
    if (entry.role !== null) return `/content/${appId}/navigation/${entry.node_id}`;
    folder = entry.node_id;
  }
  return null;
};

/** The only entry that is seen in a folder. */
async function soleEntry(appId: number, folder: number) {
  const { items } = answered(
    await api.GET('/api/app/{application_instance_id}/entry/list/{node_id}', {
      params: { path: { application_instance_id: appId, node_id: folder }, query: { limit: 2 } },
      headers: shownInPlace,
    }),
  );
  return items.length === 1 ? items[0] : undefined;
}
