import { query, type Schema } from '../../../platform/api/client';
import type { Option } from '../../../platform/ui/form/fields';

export type FileServer = Schema<'FileServer'>;
export type RepositorySettings = Schema<'RepositorySettings'>;

export const fileServersPath = '/api/app/{application_instance_id}/fileserver';
export const repositoriesPath = '/api/app/{application_instance_id}/repository/admin';
export const visiblePath = '/api/app/{application_instance_id}/repository';

/** The user's tenants that have the application, as the server lists them to an admin. */
export function useTenantsWith(appId: number): readonly Option[] {
  const { data } = query.useQuery('get', '/api/core/tenant', { params: { query: { limit: 200 } } });
  const having = (data?.items ?? []).filter((tenant) => tenant.app_instance_ids.includes(appId));
  return having.map(({ tenant_id, title }) => ({ value: tenant_id, label: title }));
}

/** File servers on which the tenant may create repositories; empty before a tenant is chosen. */
export function useFileServersOf(appId: number, tenantId: number | null): readonly Option[] {
  const params = { path: { application_instance_id: appId }, query: { limit: 200 } };
  const { data } = query.useQuery('get', fileServersPath, { params }, { enabled: tenantId !== null });
  const theirs = (data?.items ?? []).filter(
    (one) => one.active && tenantId !== null && one.tenant_ids.includes(tenantId),
  );
  return theirs.map(({ file_server_id, label }) => ({ value: file_server_id, label }));
}
