import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import { type User, userQuery } from '../../platform/session/account';
import { useUnsavedWork } from '../../platform/session/expiry';
import { FormRefusal } from '../../platform/ui/form/FormRefusal';
import { maxLength } from '../../platform/ui/form/rules';
import { useErrorText } from '../../platform/ui/form/use-error-text';
import { notify } from '../../platform/ui/notify';
import { LanguageSwitch } from './LanguageSwitch';
import classes from './LoginForm.module.css';
import { useFormRefusal } from './use-form-refusal';

type Props = { usersId: number; user: User };

const longestName = 200;

export function ProfileForm({ usersId, user }: Props) {
  const { t } = useTranslation('identity_account');
  const errorText = useErrorText();
  const client = useQueryClient();
  const update = query.useMutation('put', '/api/core/users/{users_id}');
  const schema = z.object({ name: maxLength(longestName, t('profile.name')) });
  const form = useForm({ resolver: zodResolver(schema), values: { name: user.name } });
  const { refusal, refused, forget } = useFormRefusal(form, ['name']);
  useUnsavedWork(form.formState.isDirty);
  const submit = form.handleSubmit(async ({ name }) => {
    forget();
    const params = { path: { users_id: usersId } };
    try {
      const saved = await update.mutateAsync({
        params,
        body: { name, language: user.language ?? null },
        headers: shownInPlace,
      });
      client.setQueryData(userQuery(usersId).queryKey, saved);
      notify.success(t('profile.saved'));
    } catch (error) {
      refused(error);
    }
  });
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <FormRefusal message={refusal} />
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
