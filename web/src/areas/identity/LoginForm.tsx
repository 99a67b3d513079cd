import { zodResolver } from '@hookform/resolvers/zod';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { email, mandatoryVerbatim } from '../../platform/ui/form/rules';
import { useErrorText } from '../../platform/ui/form/use-error-text';
import classes from './LoginForm.module.css';
import { landingPath } from './landing-path';
import { RefusalNote } from './RefusalNote';
import { useSignIn } from './use-sign-in';

const schema = z.object({ email: email(), password: mandatoryVerbatim() });

export function LoginForm() {
  const { t } = useTranslation('identity');
  const errorText = useErrorText();
  const router = useRouter();
  const { redirect } = useSearch({ from: '/login' });
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: '', password: '' } });
  const { signIn, refusal, forget, pending } = useSignIn();
  const submit = form.handleSubmit(async (credentials) => {
    if (await signIn(credentials)) router.history.push(landingPath(redirect));
    else form.setFocus('password', { shouldSelect: true });
  }, forget);
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <RefusalNote message={refusal} />
      <TextInput
        {...form.register('email')}
        size="md"
        type="email"
        label={t('login.email')}
        autoComplete="username"
        autoFocus
        error={errorText(errors.email?.message)}
      />
      <PasswordInput
        {...form.register('password')}
        size="md"
        label={t('login.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.toggle_password'), tabIndex: 0, 'aria-hidden': false }}
        error={errorText(errors.password?.message)}
      />
      <Button type="submit" size="md" h={44} fullWidth loading={pending}>
        {t('login.submit')}
      </Button>
    </form>
  );
}
