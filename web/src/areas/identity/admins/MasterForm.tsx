import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { api, query } from '../../../platform/api/client';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { TextField } from '../../../platform/ui/form/fields';
import { email } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { usersPath } from '../users/user';

/** An existing user becomes a master, or a new master is created who belongs to no tenant. */
export function MasterForm({ close }: { close: () => void }) {
  const { t } = useTranslation('identity_settings');
  const client = useQueryClient();
  const create = query.useMutation('post', '/api/core/users_with_admin');
  const update = query.useMutation('put', `${usersPath}/{users_id}`);
  const entity = useEntityForm({
    schema: z.object({ email: email(), name: z.string() }),
    from: { values: { email: '', name: '' } },
    save: async (wanted, headers) => {
      const { data } = await api.GET(usersPath, { params: { query: { q: wanted.email, limit: 20 } } });
      const known = data?.items.find((one) => one.email.toLowerCase() === wanted.email.toLowerCase());
      if (known === undefined) return await create.mutateAsync({ body: { ...wanted, master: true }, headers });
      const params = { path: { users_id: known.users_id } };
      return await update.mutateAsync({ params, body: { name: known.name, master: true }, headers });
    },
    saved: async ({ name }) => {
      notify.success(t('masters.made', { name }));
      close();
      await client.invalidateQueries({ queryKey: ['get', usersPath] });
    },
  });
  return (
    <FormDrawer title={t('masters.create_title')} entity={entity} action={t('masters.make')} close={close}>
      <TextField
        name="email"
        type="email"
        label={t('words.email')}
        description={t('masters.email_hint')}
        required
        first
      />
      <TextField name="name" label={t('words.name')} description={t('masters.name_hint')} />
    </FormDrawer>
  );
}
