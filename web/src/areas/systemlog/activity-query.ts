import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';

/** What was done to an entry, the latest first. */
export function activityQuery(appId: number, nodeId: number) {
  return infiniteQueryOptions({
    queryKey: ['activity', appId, nodeId],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await api.GET('/api/app/{application_instance_id}/activity/{node_id}', {
        params: {
          path: { application_instance_id: appId, node_id: nodeId },
          query: { limit: 30, ...(pageParam !== null && { after: pageParam }) },
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
