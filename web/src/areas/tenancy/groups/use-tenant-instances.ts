import { query } from '../../../platform/api/client';
import type { Option } from '../../../platform/ui/form/fields';
import { useInstanceOptions } from '../../../platform/ui/organisation-options';

/** The instances of a tenant, which its groups can be given. */
export function useTenantInstances(tenantId: number | null): readonly Option[] {
  const all = useInstanceOptions(tenantId !== null);
  const { data: tenant } = query.useQuery(
    'get',
    '/api/core/tenant/{tenant_id}',
    { params: { path: { tenant_id: tenantId ?? 0 } } },
    { enabled: tenantId !== null },
  );
  return all.filter((option) => tenant?.app_instance_ids.includes(option.value));
}
