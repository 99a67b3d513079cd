import { TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { api, query } from '../../../platform/api/client';
import { themeQuery } from '../../../platform/session/account';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { ChoiceField, SwitchField, TextField } from '../../../platform/ui/form/fields';
import { ManyField } from '../../../platform/ui/form/ManyField';
import { title } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { useInstanceOptions, useIsMaster, useThemeOptions } from '../../../platform/ui/organisation-options';
import { type Tenant, tenantsPath } from './tenant';

type Props = { tenant: Tenant; close: () => void };

function valuesOf(tenant: Tenant) {
  const { title: tenant_title, theme, app_instance_ids, active } = tenant;
  return { tenant_title, theme, app_instance_ids, active };
}

/** Title and theme for its admins; instances and whether it is active for masters. */
export function TenantForm({ tenant, close }: Props) {
  const { t } = useTranslation('tenancy_settings');
  const { t: settings } = useTranslation('settings');
  const client = useQueryClient();
  const isMaster = useIsMaster();
  const update = query.useMutation('put', `${tenantsPath}/{tenant_id}`);
  const params = { path: { tenant_id: tenant.tenant_id } };
  const schema = z.object({
    tenant_title: title(t('tenants.field_title')),
    theme: z.nullable(z.number()),
    app_instance_ids: z.array(z.number()),
    active: z.boolean(),
  });
  const entity = useEntityForm({
    schema,
    from: { values: valuesOf(tenant), version: tenant.version },
    save: ({ tenant_title, theme, ...masters }, headers) =>
      update.mutateAsync({ params, body: { tenant_title, theme, ...(isMaster && masters) }, headers }),
    saved: async (saved) => {
      notify.success(t('words.saved', { title: saved.title }));
      close();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['get', tenantsPath] }),
        client.invalidateQueries({ queryKey: themeQuery().queryKey }),
      ]);
    },
    reread: async () => {
      const { data } = await api.GET(`${tenantsPath}/{tenant_id}`, { params });
      return data === undefined ? null : { values: valuesOf(data), version: data.version };
    },
  });
  const instances = useInstanceOptions();
  return (
    <FormDrawer title={t('tenants.edit_title')} entity={entity} action={settings('form.save')} close={close}>
      <TextField name="tenant_title" label={t('tenants.field_title')} required first />
      <TextInput
        label={t('words.key')}
        description={settings('form.key_locked')}
        value={tenant.key}
        readOnly
        rightSection={<IconLock size={16} stroke={1.7} aria-hidden />}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      />
      <ChoiceField
        name="theme"
        label={t('words.theme')}
        placeholder={t('words.theme_default')}
        clearable
        options={useThemeOptions(tenant.tenant_id)}
      />
      {isMaster && (
        <>
          <ManyField
            name="app_instance_ids"
            label={t('tenants.applications')}
            description={t('tenants.applications_hint')}
            options={instances}
          />
          <SwitchField
            name="active"
            label={t('words.active')}
            description={t('tenants.active_hint')}
            danger={t('tenants.inactive_hint')}
          />
        </>
      )}
    </FormDrawer>
  );
}
