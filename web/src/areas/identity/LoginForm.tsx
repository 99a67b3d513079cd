import { zodResolver } from '@hookform/resolvers/zod';
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { atBase } from '../../platform/base-path';
import { email, mandatoryVerbatim } from '../../platform/ui/form/rules';
import { useErrorText } from '../../platform/ui/form/use-error-text';
import classes from './LoginForm.module.css';
import { landingPath } from './landing-path';
import { RefusalNote } from './RefusalNote';
import { SecondStepForm } from './SecondStepForm';
import { useSignIn } from './use-sign-in';

const schema = z.object({ email: email(), password: mandatoryVerbatim() });

export function LoginForm() {
  const { t } = useTranslation('identity_account');
  const errorText = useErrorText();
  const router = useRouter();
  const { redirect } = useSearch({ from: '/login' });
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: '', password: '' } });
  const { signIn, refusal, forget, pending } = useSignIn();
  const [secondStep, setSecondStep] = useState(false);
  const goOn = () => router.history.push(atBase(landingPath(redirect)));
  const submit = form.handleSubmit(async (credentials) => {
    const outcome = await signIn(credentials);
    if (outcome === 'in') goOn();
    else if (outcome === 'code_needed') setSecondStep(true);
    else form.setFocus('password', { shouldSelect: true });
  }, forget);
  const sendCode = async (code: string) => {
    const isIn = (await signIn({ ...form.getValues(), code })) === 'in';
    if (isIn) goOn();
    return isIn;
  };
  const back = () => {
    forget();
    setSecondStep(false);
  };
  const { errors } = form.formState;
  if (secondStep) return <SecondStepForm refusal={refusal} pending={pending} send={sendCode} back={back} />;
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
      <div className={classes['ways']}>
        <Anchor component={Link} to="/forgotten-password" size="sm">
          {t('login.forgotten')}
        </Anchor>
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/login/organisation" search={redirect === undefined ? {} : { redirect }} {...props} />
          )}
        >
          {t('login.organisation')}
        </Anchor>
      </div>
    </form>
  );
}
