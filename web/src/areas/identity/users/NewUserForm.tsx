import { PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../../platform/api/client';
import { FormDrawer } from '../../../platform/ui/form/FormDrawer';
import { SwitchField, TextField } from '../../../platform/ui/form/fields';
import { choice, email, minLengthIfGiven, title } from '../../../platform/ui/form/rules';
import { useEntityForm } from '../../../platform/ui/form/use-entity-form';
import { useErrorText } from '../../../platform/ui/form/use-error-text';
import { notify } from '../../../platform/ui/notify';
import { LanguageField } from '../LanguageField';
import { codeOf, languageOf } from '../language-choice';
import { hardToGuess, passwordMin, wordsAbout } from '../password-strength';
import { CompanyFields } from './CompanyFields';
import { usersPath } from './user';

/** A user of a company, with or without the rights of an admin of its tenant. */
export function NewUserForm({ close }: { close: () => void }) {
  const { t } = useTranslation('identity_settings');
  const { t: settings } = useTranslation('settings');
  const errorText = useErrorText();
  const client = useQueryClient();
  const create = query.useMutation('post', '/api/core/users_with_admin');
  const schema = z
    .object({
      name: title(t('words.name')),
      email: email(),
      company_id: choice(),
      user_group_ids: z.array(z.number()),
      admin: z.boolean(),
      language: choice(),
      password: minLengthIfGiven(passwordMin, t('users.password')),
    })
    .check(hardToGuess('password', (user) => wordsAbout(user.name, user.email)));
  const entity = useEntityForm({
    schema,
    from: {
      values: {
        name: '',
        email: '',
        company_id: null as number | null,
        user_group_ids: [] as number[],
        admin: false,
        language: codeOf() as number | null,
        password: '',
      },
    },
    save: ({ password, language, ...user }, headers) =>
      create.mutateAsync({
        body: { ...user, language: languageOf(language), ...(password !== '' && { password }) },
        headers,
      }),
    saved: async (user) => {
      const told = entity.form.getValues('password') !== '';
      notify.success(t(told ? 'words.created' : 'users.created_email', { title: user.name }));
      close();
      await client.invalidateQueries({ queryKey: ['get', usersPath] });
    },
  });
  const { register, formState } = entity.form;
  return (
    <FormDrawer title={t('users.create_title')} entity={entity} action={settings('form.create')} close={close}>
      <TextField name="name" label={t('words.name')} required first />
      <TextField name="email" type="email" label={t('words.email')} required />
      <CompanyFields tenantId={null} withGroups />
      <LanguageField label={t('users.language')} description={t('users.language_hint')} />
      <PasswordInput
        {...register('password')}
        label={t('users.password')}
        description={t('users.password_hint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('users.toggle_password'), tabIndex: 0, 'aria-hidden': false }}
        error={errorText(formState.errors.password?.message)}
      />
      <SwitchField name="admin" label={t('users.admin')} description={t('users.admin_hint')} />
    </FormDrawer>
  );
}
