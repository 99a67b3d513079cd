import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { email } from '../../../platform/ui/form/rules';
import { useErrorText } from '../../../platform/ui/form/use-error-text';
import classes from '../LoginForm.module.css';
import { RefusalNote } from '../RefusalNote';
import { useRefusal } from './refusal';
import { SignedOutPage } from './SignedOutPage';
import { ToLogin } from './ToLogin';

const schema = z.object({ email: email() });

/** Requests a link by e-mail. The answer does not reveal whether an account exists. */
export function ForgottenPasswordPage() {
  const { t } = useTranslation('identity_account');
  const errorText = useErrorText();
  const refusal = useRefusal();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: '' } });
  const ask = query.useMutation('post', '/api/core/auth/forgotten_password');
  const submit = form.handleSubmit((body) => ask.mutate({ body, headers: shownInPlace }));
  if (ask.isSuccess) {
    return (
      <SignedOutPage title={t('forgotten.sent_title')} lead={t('forgotten.sent', { email: form.getValues('email') })}>
        <ToLogin />
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title={t('forgotten.title')} lead={t('forgotten.lead')}>
      <form onSubmit={submit} noValidate className={classes['form']}>
        <RefusalNote message={refusal(ask.error)} />
        <TextInput
          {...form.register('email')}
          size="md"
          type="email"
          label={t('login.email')}
          autoComplete="username"
          autoFocus
          error={errorText(form.formState.errors.email?.message)}
        />
        <Button type="submit" size="md" h={44} fullWidth loading={ask.isPending}>
          {t('forgotten.submit')}
        </Button>
        <ToLogin />
      </form>
    </SignedOutPage>
  );
}
