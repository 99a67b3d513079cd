import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, query, type Schema } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';

export type UsageTerms = Schema<'UsageTerms'>;
export type UsageForm = Schema<'UsageForm'>;
export type WaitingRequest = Schema<'WaitingRequest'>;

const ENTRY = '/api/app/{application_instance_id}/entry/{node_id}';
const headers = shownInPlace;
const termsKey = (appId: number, nodeId: number) => ['usage', appId, nodeId] as const;
const waitingKey = (appId: number, nodeId: number) => ['usage waiting', appId, nodeId] as const;
const of = (application_instance_id: number, node_id: number) => ({
  params: { path: { application_instance_id, node_id } },
  headers,
});

function answered<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw error;
  return data;
}

/** The terms of use of an entry, and what they mean for the user. */
export function termsQuery(appId: number, nodeId: number) {
  return queryOptions({
    queryKey: termsKey(appId, nodeId),
    queryFn: async ({ signal }) =>
      answered(await api.GET('/api/app/{application_instance_id}/usage/{node_id}', { ...of(appId, nodeId), signal })),
    staleTime: 0,
  });
}

/** Who waits for an answer at a folder. */
export function waitingQuery(appId: number, nodeId: number) {
  return infiniteQueryOptions({
    queryKey: waitingKey(appId, nodeId),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const { params } = of(appId, nodeId);
      return answered(
        await api.GET('/api/app/{application_instance_id}/usage/request/{node_id}', {
          params: { ...params, query: { ...(pageParam !== null && { after: pageParam }) } },
          headers,
          signal,
        }),
      );
    },
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** Entries whose rights end soon. */
export function endingQuery(appId: number) {
  return query.queryOptions('get', '/api/app/{application_instance_id}/usage/ending', {
    params: { path: { application_instance_id: appId } },
    headers,
  });
}

async function changed(client: QueryClient, appId: number, nodeId: number): Promise<void> {
  const detail = query.queryOptions('get', ENTRY, {
    params: { path: { application_instance_id: appId, node_id: nodeId } },
  });
  const acts = query.queryOptions('get', '/api/app/{application_instance_id}/actions/node/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: nodeId } },
  });
  const keys = [termsKey(appId, nodeId), waitingKey(appId, nodeId), detail.queryKey, acts.queryKey];
  // Lists say of each entry whether it has to be asked for; a long one is not waited for.
  void client.invalidateQueries({ queryKey: ['entries', appId] });
  await Promise.all([...keys, endingQuery(appId).queryKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The calls that change terms, ask and answer; each throws the server's problem. */
export function usageCalls(client: QueryClient, appId: number, nodeId: number) {
  return {
    set: async (body: UsageForm) => {
      answered(await api.PUT('/api/app/{application_instance_id}/usage/{node_id}', { ...of(appId, nodeId), body }));
      await changed(client, appId, nodeId);
    },
    ask: async (reason: string) => {
      const path = '/api/app/{application_instance_id}/usage/request/{node_id}';
      answered(await api.POST(path, { ...of(appId, nodeId), body: { reason } }));
      await changed(client, appId, nodeId);
    },
    answer: async (request_id: number, days: number | null) => {
      const { error } = await api.PUT('/api/app/{application_instance_id}/usage/answer/{request_id}', {
        params: { path: { application_instance_id: appId, request_id } },
        body: { days },
        headers,
      });
      if (error !== undefined) throw error;
      await changed(client, appId, nodeId);
    },
  };
}
