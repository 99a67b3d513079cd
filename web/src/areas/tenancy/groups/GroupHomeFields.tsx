import { Select } from '@mantine/core';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../../platform/ui/form/fields';
import { useCompanyOptions, useTenantOptions } from '../../../platform/ui/organisation-options';

type Props = { tenantId: number | null; choose: (tenantId: number | null) => void; fixed: boolean };

/** The tenant of a group, which never changes, and its company, which can. */
export function GroupHomeFields({ tenantId, choose, fixed }: Props) {
  const { t } = useTranslation('tenancy_settings');
  const { setValue } = useFormContext();
  const tenants = useTenantOptions();
  const companies = useCompanyOptions(tenantId);
  const only = tenants.length === 1 ? (tenants[0]?.value ?? null) : null;
  useEffect(() => {
    if (tenantId === null && only !== null) choose(only);
  }, [tenantId, only, choose]);
  return (
    <>
      {tenants.length > 1 && (
        <Select
          label={t('words.tenant')}
          withAsterisk
          disabled={fixed}
          data={tenants.map(({ value, label }) => ({ value: String(value), label }))}
          value={tenantId === null ? null : String(tenantId)}
          onChange={(value) => {
            choose(value === null ? null : Number(value));
            setValue('company_id', null, { shouldDirty: true });
            setValue('application_instance_ids', [], { shouldDirty: true });
          }}
        />
      )}
      <ChoiceField
        name="company_id"
        label={t('words.company')}
        required
        disabled={tenantId === null}
        options={companies}
      />
    </>
  );
}
