import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { api, query } from '../../../platform/api/client';
import { maskCnpj } from '../../../platform/ui/form/cnpj';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { ChoiceField, CnpjField, SwitchField, TextField } from '../../../platform/ui/form/fields';
import { KeyField } from '../../../platform/ui/form/KeyField';
import { choice, cnpj, key, title } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { useTenantOptions } from '../../../platform/ui/organisation-options';
import { type Company, companiesPath } from './company';

type Props = { company: Company | null; close: () => void };

function valuesOf(company: Company | null) {
  return {
    name: company?.name ?? '',
    key: company?.key ?? '',
    cnpj: maskCnpj(company?.cnpj ?? ''),
    tenant_id: company?.tenant_id ?? null,
    active: company?.active ?? true,
  };
}

export function CompanyForm({ company, close }: Props) {
  const { t } = useTranslation('tenancy_settings');
  const { t: settings } = useTranslation('settings');
  const client = useQueryClient();
  const tenants = useTenantOptions();
  const create = query.useMutation('post', companiesPath);
  const update = query.useMutation('put', `${companiesPath}/{company_id}`);
  const schema = z.object({
    name: title(t('words.name')),
    key: key(t('words.key')),
    cnpj: cnpj(),
    tenant_id: choice(),
    active: z.boolean(),
  });
  const values = valuesOf(company);
  const entity = useEntityForm({
    schema,
    from: company === null ? { values } : { values, version: company.version },
    save: async ({ active, tenant_id, key: ownKey, ...both }, headers) => {
      if (company === null) {
        return await create.mutateAsync({ body: { ...both, key: ownKey, tenant_id: tenant_id ?? 0 }, headers });
      }
      const params = { path: { company_id: company.company_id } };
      return await update.mutateAsync({ params, body: { ...both, active }, headers });
    },
    saved: async (saved) => {
      notify.success(
        company === null ? t('words.created', { title: saved.name }) : t('words.saved', { title: saved.name }),
      );
      close();
      await client.invalidateQueries({ queryKey: ['get', companiesPath] });
    },
    reread: async () => {
      const { data } = await api.GET(companiesPath, { params: { query: { q: company?.key ?? '', limit: 200 } } });
      const now = data?.items.find((one) => one.company_id === company?.company_id);
      return now === undefined ? null : { values: valuesOf(now), version: now.version };
    },
  });
  return (
    <FormDrawer
      title={company === null ? t('companies.create_title') : t('companies.edit_title')}
      entity={entity}
      action={company === null ? settings('form.create') : settings('form.save')}
      close={close}
    >
      <TextField name="name" label={t('words.name')} required first />
      <KeyField name="key" label={t('words.key')} from="name" locked={company !== null} />
      <CnpjField name="cnpj" label={t('words.cnpj')} required />
      <ChoiceField
        name="tenant_id"
        label={t('words.tenant')}
        required
        locked={company !== null}
        options={company === null ? tenants : [{ value: company.tenant_id, label: company.tenant_title }]}
      />
      {company !== null && (
        <SwitchField
          name="active"
          label={t('words.active')}
          description={t('companies.active_hint')}
          danger={t('companies.inactive_hint')}
        />
      )}
    </FormDrawer>
  );
}
