import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { ChoiceField } from '../../../platform/ui/form/fields';
import { groupsPath } from './group';

/** The companies in which a manager can create a group: those of the groups that they already manage. */
export function ManagedCompanyField({ choose }: { choose: (tenantId: number | null) => void }) {
  const { t } = useTranslation('tenancy_settings');
  const { control } = useFormContext();
  const { data } = query.useQuery('get', groupsPath, { params: { query: { limit: 200 } } });
  const groups = data?.items ?? [];
  const companies = new Map(groups.map((group) => [group.company_id, group]));
  const severalTenants = new Set(groups.map((group) => group.tenant_id)).size > 1;
  const options = [...companies].map(([value, group]) => ({
    value,
    label: severalTenants ? `${group.company_name} · ${group.tenant_title}` : group.company_name,
  }));
  const chosen: unknown = useWatch({ control, name: 'company_id' });
  const tenantId = typeof chosen === 'number' ? (companies.get(chosen)?.tenant_id ?? null) : null;
  useEffect(() => choose(tenantId), [tenantId, choose]);
  return (
    <ChoiceField
      name="company_id"
      label={t('words.company')}
      description={t('groups.managed_hint')}
      required
      options={options}
    />
  );
}
