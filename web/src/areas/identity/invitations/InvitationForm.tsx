import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../../platform/api/client';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { ChoiceField, TextField } from '../../../platform/ui/form/fields';
import { choice, email, title } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { notify } from '../../../platform/ui/notify';
import { LanguageField } from '../LanguageField';
import { codeOf, languageOf } from '../language-choice';
import { path } from './invitation';
import { PlaceField } from './PlaceField';
import { standing, standings } from './standing';

type Props = { close: () => void };

/** Invites a person: who, where to, and with which role. */
export function InvitationForm({ close }: Props) {
  const { t } = useTranslation('identity_settings');
  const client = useQueryClient();
  const schema = z.object({
    name: title(t('invitations.field_name')),
    email: email(),
    company_id: choice(),
    user_group_id: z.nullable(z.number()),
    may_make_admin: z.boolean(),
    standing: choice(),
    language: choice(),
  });
  const create = query.useMutation('post', path);
  const entity = useEntityForm({
    schema,
    from: {
      values: {
        name: '',
        email: '',
        company_id: null,
        user_group_id: null,
        may_make_admin: false,
        standing: standing.member,
        language: codeOf(),
      },
    },
    save: async (values, headers) => {
      const { name, email: address, company_id, user_group_id } = values;
      const body = {
        name,
        email: address,
        company_id,
        user_group_id,
        language: languageOf(values.language),
        manager: values.standing === standing.manager,
        admin: values.standing === standing.admin,
      };
      return await create.mutateAsync({ body, headers });
    },
    saved: async (invitation) => {
      notify.success(t('invitations.invited', { email: invitation.email }));
      close();
      await client.invalidateQueries({ queryKey: ['get', path] });
    },
  });
  const group = entity.form.watch('user_group_id');
  const offered = standings({ inGroup: group !== null, mayMakeAdmin: entity.form.watch('may_make_admin') });
  const names = {
    member: t('invitations.standing_member'),
    manager: t('invitations.standing_manager'),
    admin: t('invitations.standing_admin'),
  } as const;
  return (
    <FormDrawer title={t('invitations.create_title')} entity={entity} action={t('invitations.send')} close={close}>
      <TextField name="name" label={t('invitations.field_name')} required first />
      <TextField name="email" label={t('invitations.field_email')} required type="email" />
      <PlaceField
        label={t('invitations.field_place')}
        description={t('invitations.place_hint')}
        placed={() => entity.form.setValue('standing', standing.member)}
      />
      <ChoiceField
        name="standing"
        label={t('invitations.field_standing')}
        required
        options={offered.map((key) => ({ value: standing[key], label: names[key] }))}
      />
      <LanguageField label={t('invitations.field_language')} />
    </FormDrawer>
  );
}
