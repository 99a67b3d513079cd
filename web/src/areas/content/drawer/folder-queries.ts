import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { answered, foldersKey } from '../queries';

export type FolderOfTree = Schema<'FolderOfTree'>;

const PAGE = 100;

/** The folders of a folder, by name. */
export function foldersQuery(appId: number, nodeId: number) {
  return infiniteQueryOptions({
    queryKey: [...foldersKey, appId, nodeId] as const,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/entry/folders/{node_id}', {
          params: {
            path: { application_instance_id: appId, node_id: nodeId },
            query: { limit: PAGE, ...(pageParam !== null && { after: pageParam }) },
          },
          headers: shownInPlace,
          signal,
        }),
      ),
    getNextPageParam: (last) => last.next,
    staleTime: 60_000,
    retry: false,
  });
}
