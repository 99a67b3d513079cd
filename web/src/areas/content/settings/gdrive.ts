import { query, type Schema } from '../../../platform/api/client';

export type GdriveConfig = Schema<'GdriveConfig'>;

export const gdrivePath = '/api/app/{application_instance_id}/repository/{repository_id}/gdrive_config';

/** The Google document of a repository: undefined while it is asked for, null if there is none to be asked for. */
export function useGdriveConfig(appId: number, repositoryId: number | null): GdriveConfig | null | undefined {
  const path = { application_instance_id: appId, repository_id: repositoryId ?? 0 };
  const { data, isError } = query.useQuery(
    'get',
    gdrivePath,
    { params: { path } },
    { enabled: repositoryId !== null, gcTime: 0, refetchOnWindowFocus: false },
  );
  return repositoryId === null || isError ? null : data;
}
