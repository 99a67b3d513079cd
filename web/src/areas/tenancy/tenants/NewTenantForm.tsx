import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../../platform/api/client';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { ChoiceField, CnpjField, SwitchField, TextField } from '../../../platform/ui/form/fields';
import { KeyField } from '../../../platform/ui/form/KeyField';
import { ManyField } from '../../../platform/ui/form/ManyField';
import { cnpj, key, title } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { useInstanceOptions, useThemeOptions } from '../../../platform/ui/organisation-options';
import { tenantsPath } from './tenant';

/** A tenant and its first company, created together; usually the company is the tenant itself. */
export function NewTenantForm({ close }: { close: () => void }) {
  const { t } = useTranslation('tenancy_settings');
  const { t: settings } = useTranslation('settings');
  const client = useQueryClient();
  const create = query.useMutation('post', '/api/core/tenant_with_company');
  const schema = z.object({
    title: title(t('tenants.field_title')),
    key: key(t('words.key'), 3),
    cnpj: cnpj(),
    app_instance_ids: z.array(z.number()),
    theme: z.nullable(z.number()),
    same: z.boolean(),
    company_name: z.string(),
    company_key: z.string(),
    company_cnpj: z.string(),
  });
  const entity = useEntityForm({
    schema,
    from: {
      values: {
        title: '',
        key: '',
        cnpj: '',
        app_instance_ids: [] as number[],
        theme: null as number | null,
        same: true,
        company_name: '',
        company_key: '',
        company_cnpj: '',
      },
    },
    save: ({ same, company_name, company_key, company_cnpj, ...tenant }, headers) => {
      const company = same ? {} : { company_name, company_key, company_cnpj };
      return create.mutateAsync({ body: { ...tenant, ...company }, headers });
    },
    saved: async (tenant) => {
      notify.success(t('words.created', { title: tenant.title }));
      close();
      await client.invalidateQueries({ queryKey: ['get', tenantsPath] });
    },
  });
  const same = useWatch({ control: entity.form.control, name: 'same' });
  return (
    <FormDrawer title={t('tenants.create_title')} entity={entity} action={settings('form.create')} close={close}>
      <TextField name="title" label={t('tenants.field_title')} required first />
      <KeyField name="key" label={t('words.key')} from="title" locked={false} />
      <CnpjField name="cnpj" label={t('words.cnpj')} required />
      <ManyField
        name="app_instance_ids"
        label={t('tenants.applications')}
        description={t('tenants.applications_hint')}
        options={useInstanceOptions()}
      />
      <ChoiceField
        name="theme"
        label={t('words.theme')}
        placeholder={t('words.theme_default')}
        clearable
        options={useThemeOptions(null)}
      />
      <SwitchField name="same" label={t('tenants.same')} description={t('tenants.same_hint')} />
      {!same && (
        <>
          <TextField name="company_name" label={t('tenants.company_name')} description={t('tenants.company_hint')} />
          <KeyField name="company_key" label={t('tenants.company_key')} from="company_name" locked={false} />
          <CnpjField name="company_cnpj" label={t('tenants.company_cnpj')} />
        </>
      )}
    </FormDrawer>
  );
}
