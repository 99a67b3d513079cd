import { Select } from '@mantine/core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../../platform/ui/form/fields';
import { useCompanyOptions, useTenantOptions } from '../../../platform/ui/organisation-options';

type Props = { tenantId: number | null; required?: boolean };

/** A company, chosen after its tenant where there are several. */
export function CompanyFields({ tenantId, required = true }: Props) {
  const { t } = useTranslation('organisation');
  const { setValue } = useFormContext();
  const tenants = useTenantOptions();
  const [chosen, setChosen] = useState(tenantId);
  const tenant = chosen ?? (tenants.length === 1 ? (tenants[0]?.value ?? null) : null);
  const companies = useCompanyOptions(tenant);
  return (
    <>
      {tenants.length > 1 && (
        <Select
          label={t('words.tenant')}
          withAsterisk={required}
          data={tenants.map(({ value, label }) => ({ value: String(value), label }))}
          value={tenant === null ? null : String(tenant)}
          searchable={tenants.length > 8}
          openOnFocus={false}
          onChange={(value) => {
            setChosen(value === null ? null : Number(value));
            setValue('company_id', null, { shouldDirty: true });
          }}
        />
      )}
      <ChoiceField
        name="company_id"
        label={t('words.company')}
        required={required}
        disabled={tenant === null}
        options={companies}
      />
    </>
  );
}
