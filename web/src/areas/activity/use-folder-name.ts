import { useQuery } from '@tanstack/react-query';
import { query } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';

/** The name of a folder; null without one, and once its user does not see it any more. */
export function useFolderName(appId: number | null, folderId: number | null): string | null {
  const { data } = useQuery({
    ...query.queryOptions('get', '/api/app/{application_instance_id}/entry/{node_id}', {
      params: { path: { application_instance_id: appId ?? 0, node_id: folderId ?? 0 } },
      headers: shownInPlace,
    }),
    enabled: appId !== null && folderId !== null,
    retry: false,
  });
  return data?.name ?? null;
}
