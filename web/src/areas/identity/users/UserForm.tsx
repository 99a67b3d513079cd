import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { api, query, type Schema } from '../../../platform/api/client';
import { userQuery } from '../../../platform/session/account';
import { useSession } from '../../../platform/session/use-session';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { SwitchField, TextField } from '../../../platform/ui/form/fields';
import { email, title } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { AvatarField } from './AvatarField';
import { CompanyFields } from './CompanyFields';
import { ExternalAccountField } from './ExternalAccountField';
import { type UserRecord, usersPath } from './user';

type Props = { user: UserRecord; close: () => void };

function valuesOf(user: UserRecord | Schema<'UserData'>) {
  const { name, email: address, company_id, active, reset_pwd } = user;
  return { name, email: address, company_id, active, reset_pwd };
}

export function UserForm({ user, close }: Props) {
  const { t } = useTranslation('identity_settings');
  const { t: settings } = useTranslation('settings');
  const client = useQueryClient();
  const isSelf = useSession()?.usersId === user.users_id;
  const params = { path: { users_id: user.users_id } };
  const update = query.useMutation('put', `${usersPath}/{users_id}`);
  const account = query.useMutation('put', '/api/core/user/external_account');
  const schema = z.object({
    name: title(t('words.name')),
    email: email(),
    company_id: z.nullable(z.number()),
    active: z.boolean(),
    reset_pwd: z.boolean(),
    external_id: z.string(),
  });
  const entity = useEntityForm({
    schema,
    from: { values: { ...valuesOf(user), external_id: '' }, version: user.version },
    save: async ({ company_id, external_id, ...rest }, headers) => {
      const body = { ...rest, ...(company_id !== null && { company_id }) };
      const saved = await update.mutateAsync({ params, body, headers });
      if (external_id !== '') {
        const service = 'google.drive';
        await account.mutateAsync({ body: { external_id, users_id: user.users_id, service }, headers: {} });
      }
      return saved;
    },
    saved: async (saved) => {
      notify.success(t('words.saved', { title: saved.name }));
      close();
      if (isSelf) client.setQueryData(userQuery(user.users_id).queryKey, saved);
      await client.invalidateQueries({ queryKey: ['get', usersPath] });
    },
    reread: async () => {
      const { data } = await api.GET(`${usersPath}/{users_id}`, { params });
      return data === undefined ? null : { values: { ...valuesOf(data), external_id: '' }, version: data.version };
    },
  });
  return (
    <FormDrawer title={t('users.edit_title')} entity={entity} action={settings('form.save')} close={close}>
      <AvatarField user={user} />
      <TextField name="name" label={t('words.name')} required first />
      <TextField name="email" type="email" label={t('words.email')} required />
      <CompanyFields tenantId={user.tenant_id} required={user.company_id !== null} />
      <ExternalAccountField />
      <SwitchField name="reset_pwd" label={t('users.reset')} description={t('users.reset_hint')} />
      {!isSelf && (
        <SwitchField
          name="active"
          label={t('words.active')}
          description={t('users.active_hint')}
          danger={t('users.inactive_hint')}
        />
      )}
    </FormDrawer>
  );
}
