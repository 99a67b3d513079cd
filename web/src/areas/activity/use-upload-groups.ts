import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { applicationsQuery } from '../../platform/session/account';
import { useSession } from '../../platform/session/use-session';
import { uploadGroupsQuery } from '../../platform/uploads/upload-groups-query';
import { useUploads } from '../../platform/uploads/uploads-context';
import { type UploadGroup, uploadGroups } from './upload-groups';

/** The uploads of several files that the server knows. */
export function useServerGroups() {
  const session = useSession();
  const enabled = session !== null && !session.user.reset_pwd;
  const apps = useQuery({ ...applicationsQuery(), enabled }).data?.items ?? [];
  const instances = apps.filter((app) => app.application_key === 'content').map((app) => app.application_instance_id);
  return useQueries({
    queries: instances.map((appId) => ({ ...uploadGroupsQuery(appId), enabled })),
    combine: (all) => all.flatMap(({ data }) => data?.items ?? []),
  });
}

/** The uploads of this page, and those of which files failed, on whatever device. */
export function useUploadGroups(): UploadGroup[] {
  const { uploads } = useUploads();
  const queue = useSyncExternalStore(uploads.subscribe, uploads.snapshot);
  const server = useServerGroups();
  return useMemo(() => uploadGroups(server, queue), [server, queue]);
}
