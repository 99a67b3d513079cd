import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { api, query } from '../../../platform/api/client';
import { themeQuery } from '../../../platform/session/account';
import { useApplications } from '../../../platform/session/use-session';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { ChoiceField, SwitchField, TextField } from '../../../platform/ui/form/fields';
import { KeyField } from '../../../platform/ui/form/KeyField';
import { ManyField } from '../../../platform/ui/form/ManyField';
import { choice, key, title } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { useIsAdmin, useThemeOptions } from '../../../platform/ui/organisation-options';
import { GroupHomeFields } from './GroupHomeFields';
import { groupsPath, type UserGroup } from './group';
import { ManagedCompanyField } from './ManagedCompanyField';
import { NoApplicationNote } from './NoApplicationNote';
import { useTenantInstances } from './use-tenant-instances';

type Props = { group: UserGroup | null; close: () => void };

function valuesOf(group: UserGroup | null) {
  return {
    group_title: group?.group_title ?? '',
    group_key: group?.group_key ?? '',
    company_id: group?.company_id ?? null,
    theme: group?.theme ?? null,
    application_instance_ids: group?.application_instance_ids ?? [],
    active: group?.active ?? true,
  };
}

/** A group; its admins can change all of it, its managers only what they have themselves. */
export function GroupForm({ group, close }: Props) {
  const { t } = useTranslation('tenancy_settings');
  const { t: settings } = useTranslation('settings');
  const client = useQueryClient();
  const [tenantId, setTenantId] = useState(group?.tenant_id ?? null);
  const isAdmin = useIsAdmin();
  const administered = group?.administered ?? isAdmin;
  const create = query.useMutation('post', groupsPath);
  const update = query.useMutation('put', `${groupsPath}/{user_group_id}`);
  const params = { path: { user_group_id: group?.user_group_id ?? 0 } };
  const own = useApplications();
  const offered = useTenantInstances(administered ? tenantId : null);
  const instances = administered
    ? offered
    : own.map((app) => ({ value: app.application_instance_id, label: app.application_instance_title }));
  const schema = z.object({
    group_title: title(t('groups.field_title')),
    group_key: key(t('words.key')),
    company_id: choice(),
    theme: z.nullable(z.number()),
    application_instance_ids: z.array(z.number()),
    active: z.boolean(),
  });
  const values = valuesOf(group);
  const entity = useEntityForm({
    schema,
    from: group === null ? { values } : { values, version: group.version },
    save: async ({ group_key, company_id, active, ...both }, headers) => {
      if (group === null) {
        return await create.mutateAsync({ body: { ...both, group_key, company_id: company_id ?? 0 }, headers });
      }
      const body = { ...both, ...(administered && { active, ...(company_id !== null && { company_id }) }) };
      return await update.mutateAsync({ params, body, headers });
    },
    saved: async (saved) => {
      const said = { title: saved.group_title };
      notify.success(group === null ? t('words.created', said) : t('words.saved', said));
      close();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['get', groupsPath] }),
        client.invalidateQueries({ queryKey: themeQuery().queryKey }),
      ]);
    },
    reread: async () => {
      const { data } = await api.GET(`${groupsPath}/{user_group_id}`, { params });
      return data === undefined ? null : { values: valuesOf(data), version: data.version };
    },
  });
  return (
    <FormDrawer
      title={group === null ? t('groups.create_title') : t('groups.edit_title')}
      entity={entity}
      action={group === null ? settings('form.create') : settings('form.save')}
      close={close}
    >
      <TextField name="group_title" label={t('groups.field_title')} required first />
      <KeyField name="group_key" label={t('words.key')} from="group_title" locked={group !== null} />
      {administered && <GroupHomeFields tenantId={tenantId} choose={setTenantId} fixed={group !== null} />}
      {group === null && !isAdmin && <ManagedCompanyField choose={setTenantId} />}
      <ManyField
        name="application_instance_ids"
        label={t('tenants.applications')}
        description={t('groups.applications_hint')}
        options={instances}
      />
      <NoApplicationNote offered={instances.length} />
      <ChoiceField
        name="theme"
        label={t('words.theme')}
        placeholder={t('groups.theme_default')}
        clearable
        options={useThemeOptions(tenantId)}
      />
      {group !== null && administered && (
        <SwitchField
          name="active"
          label={t('words.active')}
          description={t('groups.active_hint')}
          danger={t('groups.inactive_hint')}
        />
      )}
    </FormDrawer>
  );
}
