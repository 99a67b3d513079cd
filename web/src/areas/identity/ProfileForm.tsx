import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../platform/api/client';
import { type User, userQuery } from '../../platform/session/account';
import { useUnsavedWork } from '../../platform/session/lapse';
import { maxLength } from '../../platform/ui/form/rules';
import { showFieldErrors } from '../../platform/ui/form/server-errors';
import { useErrorText } from '../../platform/ui/form/use-error-text';
import { notify } from '../../platform/ui/notify';
import { LanguageSwitch } from './LanguageSwitch';
import classes from './LoginForm.module.css';

type Props = { usersId: number; user: User };

const longestName = 200;

export function ProfileForm({ usersId, user }: Props) {
  const { t } = useTranslation('identity');
  const errorText = useErrorText();
  const client = useQueryClient();
  const update = query.useMutation('put', '/api/core/users/{users_id}');
  const schema = z.object({ name: maxLength(longestName, t('profile.name')) });
  const form = useForm({ resolver: zodResolver(schema), values: { name: user.name } });
  useUnsavedWork(form.formState.isDirty);
  const submit = form.handleSubmit(async ({ name }) => {
    const params = { path: { users_id: usersId } };
    try {
      const saved = await update.mutateAsync({ params, body: { name, language: user.language ?? null } });
      client.setQueryData(userQuery(usersId).queryKey, saved);
      notify.success(t('profile.saved'));
    } catch (error) {
      showFieldErrors(error, ['name'], form.setError);
    }
  });
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <TextInput
        {...form.register('name')}
        label={t('profile.name')}
        autoComplete="name"
        error={errorText(form.formState.errors.name?.message)}
      />
      <div>
        <span className={classes['label']}>{t('language')}</span>
        <LanguageSwitch />
      </div>
      <div>
        <Button type="submit" loading={update.isPending} disabled={!form.formState.isDirty}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  );
}
