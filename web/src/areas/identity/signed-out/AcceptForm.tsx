import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { atBase } from '../../../platform/base-path';
import { currentLanguage } from '../../../platform/i18n/i18n';
import { sessionStore } from '../../../platform/session/session-store';
import { forgetSession } from '../../../platform/session/sign-out';
import { minLength, title } from '../../../platform/ui/form/rules';
import { showFieldErrors } from '../../../platform/ui/form/server-errors';
import { useErrorText } from '../../../platform/ui/form/use-error-text';
import classes from '../LoginForm.module.css';
import { hardToGuess, passwordMin, wordsAbout } from '../password-strength';
import { RefusalNote } from '../RefusalNote';
import { NewPasswordField } from './NewPasswordField';
import { useRefusal } from './refusal';

type Props = { token: string; email: string; name: string };

/** A name and a password, which complete the invitation. */
export function AcceptForm({ token, email, name }: Props) {
  const { t } = useTranslation('identity_account');
  const errorText = useErrorText();
  const refusal = useRefusal();
  const client = useQueryClient();
  const router = useRouter();
  const schema = z
    .object({ name: title(t('profile.name')), password: minLength(passwordMin, t('login.password')) })
    .check(hardToGuess('password', (form) => wordsAbout(form.name, email)));
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name, password: '' } });
  const accept = query.useMutation('post', '/api/core/auth/invitation/accept');
  const submit = form.handleSubmit(async (values) => {
    try {
      const body = { ...values, token, language: currentLanguage() };
      const answer = await accept.mutateAsync({ body, headers: shownInPlace });
      forgetSession(client);
      sessionStore.signIn(answer.token);
      router.history.push(atBase('/'));
    } catch (error) {
      showFieldErrors(error, ['name', 'password'], form.setError);
    }
  });
  const { errors } = form.formState;
  const inField = errors.name !== undefined || errors.password !== undefined;
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className={classes['form']}>
        <RefusalNote message={inField ? null : refusal(accept.error)} />
        <TextInput size="md" type="email" label={t('login.email')} value={email} autoComplete="username" readOnly />
        <TextInput
          {...form.register('name')}
          size="md"
          label={t('profile.name')}
          autoComplete="name"
          error={errorText(errors.name?.message)}
        />
        <NewPasswordField
          name="password"
          label={t('login.password')}
          first
          about={wordsAbout(form.watch('name'), email)}
        />
        <Button type="submit" size="md" h={44} fullWidth loading={accept.isPending}>
          {t('invitation.accept')}
        </Button>
      </form>
    </FormProvider>
  );
}
