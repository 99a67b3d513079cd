import { query } from '../api/client';
import { useSession } from '../session/use-session';
import { useThemeTitle } from '../theme/use-theme-title';
import type { Option } from './form/fields';

/** The options that forms offer; the server refuses anything else. */

const most = { params: { query: { limit: 200 } } } as const;

export function useTenantOptions(enabled = true): readonly Option[] {
  const { data } = query.useQuery('get', '/api/core/tenant', most, { enabled });
  return (data?.items ?? []).map(({ tenant_id, title }) => ({ value: tenant_id, label: title }));
}

/** The companies of one tenant; empty before one is chosen. */
export function useCompanyOptions(tenantId: number | null): readonly Option[] {
  const { data } = query.useQuery(
    'get',
    '/api/core/company/tenant/{tenant_id}',
    { params: { path: { tenant_id: tenantId ?? 0 }, query: { limit: 200 } } },
    { enabled: tenantId !== null },
  );
  return (data?.items ?? []).map(({ company_id, name }) => ({ value: company_id, label: name }));
}

/** The groups of a tenant that the user manages; empty before a tenant is chosen. */
export function useGroupOptions(tenantId: number | null): readonly Option[] {
  const manages = useSession()?.roles.some((role) => role === 'USER_ADMIN' || role === 'USER_MANAGER') ?? false;
  const { data } = query.useQuery('get', '/api/core/usergroup', most, { enabled: manages && tenantId !== null });
  return (data?.items ?? [])
    .filter((group) => group.tenant_id === tenantId && group.active)
    .map(({ user_group_id, group_title }) => ({ value: user_group_id, label: group_title }));
}

/** All instances for a master, those of their tenants for an admin. */
export function useInstanceOptions(enabled = true): readonly Option[] {
  const { data } = query.useQuery('get', '/api/core/application_instance', most, { enabled });
  return (data?.items ?? []).map((one) => ({
    value: one.application_instance_id,
    label: one.application_instance_title,
  }));
}

/** The themes of the platform, and those of the tenant if there is one. */
export function useThemeOptions(tenantId: number | null): readonly Option[] {
  const titleOf = useThemeTitle();
  const { data } = query.useQuery('get', '/api/core/theme/user', {});
  return (data?.choices ?? [])
    .filter((theme) => theme.tenant_id === null || theme.tenant_id === tenantId)
    .map((theme) => ({ value: theme.theme_id, label: titleOf(theme) }));
}

export function useIsMaster(): boolean {
  return useSession()?.roles.includes('USER_MASTER') ?? false;
}

export function useIsAdmin(): boolean {
  return useSession()?.roles.includes('USER_ADMIN') ?? false;
}
