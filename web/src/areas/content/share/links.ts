import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { answered } from '../queries';

export type ShareLink = Schema<'ShareLink'>;
export type NewLink = Schema<'NewShareLinkOf'>;
export type LinkChange = Schema<'ShareLinkChange'>;

const key = (appId: number) => ['links', appId] as const;
const at = (appId: number) => ({ application_instance_id: appId });
const one = (appId: number, link: ShareLink) => ({
  params: { path: { ...at(appId), link_id: link.link_id } },
  headers: shownInPlace,
});

/** The links to an entry; without one, all that the user made. */
export function linksQuery(appId: number, nodeId: number | null) {
  return infiniteQueryOptions({
    queryKey: [...key(appId), nodeId],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/link', {
          params: {
            path: at(appId),
            query: { ...(nodeId !== null && { node_id: nodeId }), ...(pageParam !== null && { cursor: pageParam }) },
          },
          headers: shownInPlace,
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

const changed = (client: QueryClient, appId: number) => void client.invalidateQueries({ queryKey: key(appId) });

export async function makeLink(client: QueryClient, appId: number, wanted: NewLink): Promise<ShareLink> {
  const call = api.POST('/api/app/{application_instance_id}/link', {
    params: { path: at(appId) },
    body: wanted,
    headers: shownInPlace,
  });
  const made = answered(await call);
  changed(client, appId);
  return made;
}

export async function changeLink(
  client: QueryClient,
  appId: number,
  link: ShareLink,
  change: LinkChange,
): Promise<void> {
  answered(await api.PUT('/api/app/{application_instance_id}/link/{link_id}', { ...one(appId, link), body: change }));
  changed(client, appId);
}

export async function revokeLink(client: QueryClient, appId: number, link: ShareLink): Promise<void> {
  const { error } = await api.DELETE('/api/app/{application_instance_id}/link/{link_id}', one(appId, link));
  if (error !== undefined) throw error;
  changed(client, appId);
}

/** The address of an entry for people who have access to it. */
export async function entryAddress(appId: number, nodeId: number): Promise<string> {
  const call = api.GET('/api/app/{application_instance_id}/actions/link/{node_id}', {
    params: { path: { ...at(appId), node_id: nodeId } },
  });
  return answered(await call).link;
}
