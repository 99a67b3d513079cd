import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { answered } from '../queries';

/** Files that have one content. */
export type Group = Schema<'EqualGroup'>;
export type EqualFile = Schema<'SearchHit'>;

/** Keys of what is known of equal files. */
export const equalKey = ['equal'] as const;

const page = (limit: number, after: string | null) => ({ limit, ...(after !== null && { after }) });

/** The other files with the content of a file. */
export function equalQuery(appId: number, nodeId: number) {
  return infiniteQueryOptions({
    queryKey: [...equalKey, appId, nodeId],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/equal/entry/{node_id}', {
          params: { path: { application_instance_id: appId, node_id: nodeId }, query: page(10, pageParam) },
          headers: shownInPlace,
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => next,
  });
}

/** The contents that several files of a repository have, those that waste most first. */
export function groupsQuery(appId: number, nodeId: number) {
  return infiniteQueryOptions({
    queryKey: [...equalKey, 'groups', appId, nodeId],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/equal/repository/{node_id}', {
          params: { path: { application_instance_id: appId, node_id: nodeId }, query: page(50, pageParam) },
          headers: shownInPlace,
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => next,
    retry: false,
  });
}

/** The files of a repository with one content, the oldest first. */
export function membersQuery(appId: number, nodeId: number, hash: string) {
  return infiniteQueryOptions({
    queryKey: [...equalKey, 'members', appId, nodeId, hash],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/equal/repository/{node_id}/{hash}', {
          params: { path: { application_instance_id: appId, node_id: nodeId, hash }, query: page(200, pageParam) },
          headers: shownInPlace,
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => next,
  });
}
