import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../../platform/api/client';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { CnpjField } from '../../../platform/ui/form/fields';
import { cnpj } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { externalPath } from './member';

/** Invites another tenant's company by its number; its own admins accept. */
export function InviteCompanyForm({ groupId, close }: { groupId: number; close: () => void }) {
  const { t } = useTranslation('identity_settings');
  const client = useQueryClient();
  const invite = query.useMutation('put', externalPath);
  const entity = useEntityForm({
    schema: z.object({ cnpj: cnpj() }),
    from: { values: { cnpj: '' } },
    save: (body, headers) => invite.mutateAsync({ params: { path: { user_group_id: groupId } }, body, headers }),
    saved: async () => {
      notify.success(t('external.invited'));
      close();
      await client.invalidateQueries({ queryKey: ['get', externalPath] });
    },
  });
  return (
    <FormDrawer title={t('external.invite')} entity={entity} action={t('external.send')} close={close}>
      <CnpjField name="cnpj" label={t('words.cnpj')} description={t('external.cnpj_hint')} required first />
    </FormDrawer>
  );
}
