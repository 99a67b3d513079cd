import { Select } from '@mantine/core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../../platform/ui/form/fields';
import { ManyField } from '../../../platform/ui/form/ManyField';
import { useErrorText } from '../../../platform/ui/form/use-error-text';
import { useCompanyOptions, useGroupOptions, useTenantOptions } from '../../../platform/ui/organisation-options';

type Props = {
  tenantId: number | null;
  required?: boolean;
  /** Also groups of the tenant to join, in the field `user_group_ids`. */
  withGroups?: boolean;
};

/** A company, chosen after its tenant if there are several. */
export function CompanyFields({ tenantId, required = true, withGroups = false }: Props) {
  const { t } = useTranslation('identity_settings');
  const { setValue, clearErrors, getFieldState, formState } = useFormContext();
  const errorText = useErrorText();
  const tenants = useTenantOptions();
  const [chosen, setChosen] = useState(tenantId);
  const tenant = chosen ?? (tenants.length === 1 ? (tenants[0]?.value ?? null) : null);
  const companies = useCompanyOptions(tenant);
  const groups = useGroupOptions(withGroups ? tenant : null);
  return (
    <>
      {tenants.length > 1 && (
        <Select
          label={t('words.tenant')}
          withAsterisk={required}
          error={tenant === null && errorText(getFieldState('company_id', formState).error?.message)}
          data={tenants.map(({ value, label }) => ({ value: String(value), label }))}
          value={tenant === null ? null : String(tenant)}
          searchable={tenants.length > 8}
          openOnFocus={false}
          onChange={(value) => {
            setChosen(value === null ? null : Number(value));
            setValue('company_id', null, { shouldDirty: true });
            clearErrors('company_id');
            if (withGroups) setValue('user_group_ids', [], { shouldDirty: true });
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
      {groups.length > 0 && (
        <ManyField
          name="user_group_ids"
          label={t('words.groups')}
          description={t('users.groups_hint')}
          options={groups}
        />
      )}
    </>
  );
}
