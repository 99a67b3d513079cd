import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { answered } from '../queries';

const key = (appId: number) => ['saved searches', appId] as const;
const at = (appId: number) => ({ application_instance_id: appId });
const one = (appId: number, id: number) => ({ params: { path: { ...at(appId), saved_search_id: id } } });

/** The searches that the user saved in a library, in the order in which they were saved. */
export function savedSearchesQuery(appId: number) {
  return queryOptions({
    queryKey: key(appId),
    queryFn: async () =>
      answered(
        await api.GET('/api/app/{application_instance_id}/home/saved_search', {
          params: { path: at(appId) },
          headers: shownInPlace,
        }),
      ).items,
    staleTime: 300_000,
  });
}

/** This page, or another one of the user, has changed them. */
export function savedSearchesChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['saved searches'] });
}

export async function saveSearch(client: QueryClient, appId: number, title: string, query: string): Promise<void> {
  const call = api.POST('/api/app/{application_instance_id}/home/saved_search', {
    params: { path: at(appId) },
    body: { title, query },
  });
  answered(await call);
  savedSearchesChanged(client);
}

/** Gives it another title, or keeps another search under it. */
export async function changeSearch(
  client: QueryClient,
  appId: number,
  id: number,
  body: Schema<'SavedSearchChange'>,
): Promise<void> {
  const call = api.PUT('/api/app/{application_instance_id}/home/saved_search/{saved_search_id}', {
    ...one(appId, id),
    body,
  });
  answered(await call);
  savedSearchesChanged(client);
}

export async function removeSearch(client: QueryClient, appId: number, id: number): Promise<void> {
  const { error } = await api.DELETE(
    '/api/app/{application_instance_id}/home/saved_search/{saved_search_id}',
    one(appId, id),
  );
  if (error !== undefined) throw error;
  savedSearchesChanged(client);
}
