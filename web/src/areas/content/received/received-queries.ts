import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { answered } from '../queries';

export type ReceivedFile = Schema<'ReceivedFile'>;
type Decision = Schema<'ReceivedDecision'>;

/** So many files the server decides about in one call. */
const AT_ONCE = 50;

const key = (appId: number, folderId: number) => ['received', appId, folderId] as const;
const at = (appId: number, folderId: number) => ({ application_instance_id: appId, node_id: folderId });
const headers = shownInPlace;

const list = '/api/app/{application_instance_id}/received/folder/{node_id}';

/** How many files wait for somebody to decide about them. */
export function receivedCountQuery(appId: number, folderId: number) {
  return queryOptions({
    queryKey: [...key(appId, folderId), 'count'],
    queryFn: async ({ signal }) =>
      answered(await api.GET(`${list}/count`, { params: { path: at(appId, folderId) }, headers, signal })),
    staleTime: 30_000,
    retry: false,
  });
}

/** These files, the newest first. */
export function receivedQuery(appId: number, folderId: number) {
  return infiniteQueryOptions({
    queryKey: [...key(appId, folderId), 'list'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET(list, {
          params: { path: at(appId, folderId), query: { ...(pageParam !== null && { cursor: pageParam }) } },
          headers,
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => next,
    // Their pictures are drawn while one looks.
    refetchInterval: ({ state }) => {
      const files = state.data?.pages.flatMap(({ items }) => items) ?? [];
      return files.some(({ picture }) => picture === 'generating_preview') && 3000;
    },
    staleTime: 0,
  });
}

/** What is done with received files. `nodeIds`: null for all of them. */
export interface Deciding {
  accept: (nodeIds: readonly number[] | null, replace: boolean) => Promise<Decided>;
  reject: (nodeIds: readonly number[] | null) => Promise<Decided>;
}

export interface Decided {
  done: number;
  failed: number;
}

export function deciding(client: QueryClient, appId: number, folderId: number): Deciding {
  const params = { path: at(appId, folderId) };
  const renew = () => client.invalidateQueries({ queryKey: key(appId, folderId) });
  const all = async (nodeIds: readonly number[] | null, call: (some: number[] | null) => Promise<Decision>) => {
    try {
      return nodeIds === null ? await untilNoneIsLeft(() => call(null)) : await inParts(nodeIds, call);
    } finally {
      await renew();
    }
  };
  return {
    accept: (nodeIds, replace) =>
      all(nodeIds, async (node_ids) =>
        answered(await api.POST(`${list}/accept`, { params, body: { node_ids, replace }, headers })),
      ),
    reject: (nodeIds) =>
      all(nodeIds, async (node_ids) =>
        answered(await api.POST(`${list}/reject`, { params, body: { node_ids }, headers })),
      ),
  };
}

async function inParts(nodeIds: readonly number[], call: (some: number[]) => Promise<Decision>): Promise<Decided> {
  const decided = { done: 0, failed: 0 };
  for (let first = 0; first < nodeIds.length; first += AT_ONCE) {
    add(decided, await call(nodeIds.slice(first, first + AT_ONCE)));
  }
  return decided;
}

/** The first ones that wait, again and again; those for which it fails stay the first. */
export async function untilNoneIsLeft(call: () => Promise<Decision>): Promise<Decided> {
  const decided = { done: 0, failed: 0 };
  for (;;) {
    const some = await call();
    decided.done += some.done.length;
    if (some.left > 0 && some.done.length > 0) continue;
    decided.failed = some.failed.length;
    return decided;
  }
}

function add(decided: Decided, { done, failed }: Decision): void {
  decided.done += done.length;
  decided.failed += failed.length;
}
