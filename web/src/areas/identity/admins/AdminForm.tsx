import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../../platform/api/client';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { TextField } from '../../../platform/ui/form/fields';
import { email } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';

const path = '/api/core/tenant/{tenant_id}/admin';

/** Makes a user an admin by their e-mail; if no user has it, an account is created. */
export function AdminForm({ tenantId, close }: { tenantId: number; close: () => void }) {
  const { t } = useTranslation('identity_settings');
  const client = useQueryClient();
  const add = query.useMutation('post', path);
  const entity = useEntityForm({
    schema: z.object({ email: email(), name: z.string() }),
    from: { values: { email: '', name: '' } },
    save: ({ email, name }, headers) => {
      const body = { email, ...(name.trim() !== '' && { name }) };
      return add.mutateAsync({ params: { path: { tenant_id: tenantId } }, body, headers });
    },
    saved: async ({ name, created }) => {
      notify.success(t(created ? 'admins.created' : 'admins.added', { name }));
      close();
      await client.invalidateQueries({ queryKey: ['get', path] });
    },
  });
  return (
    <FormDrawer title={t('admins.add')} entity={entity} action={t('admins.make')} close={close}>
      <TextField
        name="email"
        type="email"
        label={t('words.email')}
        description={t('admins.email_hint')}
        required
        first
      />
      <TextField name="name" label={t('words.name')} description={t('admins.name_hint')} />
    </FormDrawer>
  );
}
