import { zodResolver } from '@hookform/resolvers/zod';
import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { minLength } from '../../../platform/ui/form/rules';
import { showFieldErrors } from '../../../platform/ui/form/server-errors';
import { useErrorText } from '../../../platform/ui/form/use-error-text';
import { asksForCode, sentCode } from '../asked-code';
import { CodeField } from '../CodeField';
import classes from '../LoginForm.module.css';
import { hardToGuess, passwordMin } from '../password-strength';
import { RefusalNote } from '../RefusalNote';
import { useMailedToken } from './mailed-token';
import { NewPasswordField } from './NewPasswordField';
import { useRefusal } from './refusal';
import { SignedOutPage } from './SignedOutPage';
import { ToLogin } from './ToLogin';

/** The page of the mailed link for a new password. */
export function NewPasswordPage() {
  const { t } = useTranslation('identity_account');
  const token = useMailedToken();
  const refusal = useRefusal();
  const errorText = useErrorText();
  const [withCode, setWithCode] = useState(false);
  const schema = z
    .object({ new_password: minLength(passwordMin, t('password.new')), code: z.string() })
    .check(hardToGuess('new_password'));
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { new_password: '', code: '' } });
  const set = query.useMutation('post', '/api/core/auth/new_password');
  const submit = form.handleSubmit(async ({ new_password, code }) => {
    const call = set.mutateAsync({ body: { token, new_password, ...sentCode(code) }, headers: shownInPlace });
    await call.catch((error: unknown) => {
      if (asksForCode(error)) setWithCode(true);
      showFieldErrors(error, ['new_password', 'code'], form.setError);
    });
  });
  if (set.isSuccess) {
    return (
      <SignedOutPage title={t('new_password.done_title')} lead={t('new_password.done')}>
        <ToLogin />
      </SignedOutPage>
    );
  }
  const { errors } = form.formState;
  const inField = errors.new_password !== undefined || errors.code !== undefined;
  return (
    <SignedOutPage title={t('new_password.title')} lead={t('new_password.lead')}>
      <FormProvider {...form}>
        <form onSubmit={submit} noValidate className={classes['form']}>
          <RefusalNote message={inField ? null : refusal(set.error)} />
          <NewPasswordField name="new_password" label={t('password.new')} first />
          {withCode && <CodeField {...form.register('code')} size="md" error={errorText(errors.code?.message)} />}
          <Button type="submit" size="md" h={44} fullWidth loading={set.isPending}>
            {t('new_password.submit')}
          </Button>
          <div className={classes['ways']}>
            <ToLogin />
            {set.isError && !inField && (
              <Anchor component={Link} to="/forgotten-password" size="sm">
                {t('new_password.ask_again')}
              </Anchor>
            )}
          </div>
        </form>
      </FormProvider>
    </SignedOutPage>
  );
}
