import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { answered, versionsKey } from '../queries';

export type Version = Schema<'Version'>;
export type Versions = Schema<'Versions'>;
export type VersionRule = Schema<'VersionRule'>;
export type Expiring = Schema<'ExpiringVersions'>;

/** The versions of a file, the newest first. */
export function versionsQuery(appId: number, nodeId: number) {
  return infiniteQueryOptions({
    queryKey: [...versionsKey, appId, nodeId],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/version/entry/{node_id}', {
          params: {
            path: { application_instance_id: appId, node_id: nodeId },
            query: pageParam === null ? {} : { after: pageParam },
          },
          headers: shownInPlace,
          signal,
        }),
      ),
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** Reads the versions of a file again. */
export function refreshVersions(client: QueryClient, appId: number, nodeId: number): Promise<void> {
  return client.invalidateQueries({ queryKey: [...versionsKey, appId, nodeId] });
}

/** The calls that change versions; each throws the server's problem. */
export function versionCalls(appId: number) {
  const of = (version_id: number) => ({ params: { path: { application_instance_id: appId, version_id } } });
  const sent = ({ response, error }: { response: Response; error?: unknown }) => {
    if (!response.ok) throw error;
  };
  const path = '/api/app/{application_instance_id}/version/{version_id}';
  return {
    restore: async (id: number) =>
      answered(await api.POST('/api/app/{application_instance_id}/version/restored/{version_id}', of(id))),
    name: async (id: number, label: string) =>
      sent(await api.PUT(path, { ...of(id), body: { label }, headers: shownInPlace })),
    remove: async (id: number) => sent(await api.DELETE(path, { ...of(id), headers: shownInPlace })),
  };
}

/** What an organisation keeps of earlier versions. */
export function versionRuleQuery(appId: number, tenant_id: number) {
  return queryOptions({
    queryKey: ['version rule', appId, tenant_id],
    queryFn: async ({ signal }) =>
      answered(
        await api.GET('/api/app/{application_instance_id}/version/rule/tenant/{tenant_id}', {
          params: { path: { application_instance_id: appId, tenant_id } },
          headers: shownInPlace,
          signal,
        }),
      ),
  });
}

/** What an organisation would delete now by another rule. */
export async function checkVersionRule(
  appId: number,
  tenant_id: number,
  body: VersionRule,
  headers: Record<string, string>,
): Promise<Expiring> {
  const path = '/api/app/{application_instance_id}/version/rule/tenant/{tenant_id}/check';
  const params = { path: { application_instance_id: appId, tenant_id } };
  return answered(await api.POST(path, { params, body, headers }));
}

export async function saveVersionRule(
  appId: number,
  tenant_id: number,
  body: VersionRule,
  headers: Record<string, string>,
): Promise<void> {
  const path = '/api/app/{application_instance_id}/version/rule/tenant/{tenant_id}';
  const params = { path: { application_instance_id: appId, tenant_id } };
  answered(await api.PUT(path, { params, body, headers }));
}
