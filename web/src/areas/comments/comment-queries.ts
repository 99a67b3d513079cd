import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, query, type Schema } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';

export type Comment = Schema<'Comment'>;
export type Thread = Schema<'CommentThread'>;
export type Pin = Schema<'CommentPin'>;
export type Which = 'all' | 'open' | 'resolved';

const ofEntry = (appId: number, nodeId: number) => ['comments', appId, nodeId];

/** What is said about an entry, the latest threads first. */
export function threadsQuery(appId: number, nodeId: number, which: Which) {
  return infiniteQueryOptions({
    queryKey: [...ofEntry(appId, nodeId), which],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await api.GET('/api/app/{application_instance_id}/comment/entry/{node_id}', {
        params: {
          path: { application_instance_id: appId, node_id: nodeId },
          query: { threads: which, ...(pageParam !== null && { after: pageParam }) },
        },
        headers: shownInPlace,
        signal,
      });
      if (data === undefined) throw error;
      return data;
    },
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
}

/** All answers of a thread, of which a list has the latest. */
export function answersQuery(appId: number, nodeId: number, thread: number) {
  return queryOptions({
    queryKey: [...ofEntry(appId, nodeId), 'answers', thread],
    queryFn: async ({ signal }) => {
      const { data, error } = await api.GET('/api/app/{application_instance_id}/comment/answer/{comment_id}', {
        params: { path: { application_instance_id: appId, comment_id: thread } },
        headers: shownInPlace,
        signal,
      });
      if (data === undefined) throw error;
      return data.items;
    },
    staleTime: 0,
  });
}

/** Its comments have changed, and the number of open ones. */
export async function refresh(client: QueryClient, appId: number, nodeId: number): Promise<void> {
  const entry = query.queryOptions('get', '/api/app/{application_instance_id}/entry/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: nodeId } },
  });
  await Promise.all([
    client.invalidateQueries({ queryKey: ofEntry(appId, nodeId) }),
    client.invalidateQueries({ queryKey: entry.queryKey }),
  ]);
}

/** The calls that change comments; each throws the server's problem. */
export function commentCalls(appId: number) {
  const of = (comment_id: number) => ({ params: { path: { application_instance_id: appId, comment_id } } });
  const sent = ({ error }: { error?: unknown }) => {
    if (error !== undefined) throw error;
  };
  const headers = shownInPlace;
  return {
    begin: async (node_id: number, text: string, pin: Pin | null) =>
      sent(
        await api.POST('/api/app/{application_instance_id}/comment/entry/{node_id}', {
          params: { path: { application_instance_id: appId, node_id } },
          body: { text, pin },
          headers,
        }),
      ),
    answer: async (id: number, text: string) =>
      sent(
        await api.POST('/api/app/{application_instance_id}/comment/answer/{comment_id}', {
          ...of(id),
          body: { text },
          headers,
        }),
      ),
    edit: async (id: number, text: string) =>
      sent(
        await api.PUT('/api/app/{application_instance_id}/comment/{comment_id}', {
          ...of(id),
          body: { text },
          headers,
        }),
      ),
    resolve: async (id: number, resolved: boolean) =>
      sent(
        await api.PUT('/api/app/{application_instance_id}/comment/resolved/{comment_id}', {
          ...of(id),
          body: { resolved },
        }),
      ),
    remove: async (id: number) =>
      sent(await api.DELETE('/api/app/{application_instance_id}/comment/{comment_id}', { ...of(id), headers })),
  };
}
