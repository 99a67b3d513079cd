import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../platform/ui/notify';
import { renewEntries } from '../entry-pages';
import type { Entry } from '../queries';
import { refreshVersions, type Version, type Versions, versionCalls, versionsQuery } from './api';

export interface VersionChanges {
  restore: (version: Version) => Promise<void>;
  name: (version: Version, label: string) => Promise<void>;
  remove: (version: Version) => Promise<void>;
}

const nothing = () => undefined;

/** What can be done with the versions of a file; its lists and its pictures follow. */
export function useVersionChanges(appId: number, { node_id: nodeId, name: fileName }: Entry): VersionChanges {
  const { t } = useTranslation('content_panel');
  const client = useQueryClient();
  const calls = versionCalls(appId);
  const again = () => refreshVersions(client, appId, nodeId);

  /** Returns what is there now. */
  const makeCurrent = async (id: number): Promise<Versions> => {
    const now = await calls.restore(id);
    client.setQueryData(versionsQuery(appId, nodeId).queryKey, { pages: [now], pageParams: [null] });
    void renewEntries(client, [{ appId, nodeId }]);
    return now;
  };

  return {
    restore: async ({ version_id, number }) => {
      const before = client.getQueryData(versionsQuery(appId, nodeId).queryKey);
      const replaced = before?.pages[0]?.versions.find((one) => one.is_current)?.number;
      const { versions } = await makeCurrent(version_id);
      // It has an id of an earlier version now.
      const kept = versions.find((one) => one.number === replaced && !one.is_current);
      // The server's words about a refusal are a banner already.
      const undo = kept && { run: () => makeCurrent(kept.version_id).then(nothing, nothing) };
      notify.success(t('restored', { name: fileName, number }), undo ? { undo } : {});
    },
    name: async ({ version_id }, label) => {
      await calls.name(version_id, label);
      await again();
    },
    remove: async ({ version_id }) => {
      await calls.remove(version_id);
      await again();
    },
  };
}
