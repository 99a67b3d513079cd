import { zodResolver } from '@hookform/resolvers/zod';
import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { minLength } from '../../../platform/ui/form/rules';
import { showFieldErrors } from '../../../platform/ui/form/server-errors';
import classes from '../LoginForm.module.css';
import { passwordMin } from '../password-strength';
import { RefusalNote } from '../RefusalNote';
import { DoorPage } from './DoorPage';
import { useMailedToken } from './mailed-token';
import { NewPasswordField } from './NewPasswordField';
import { useRefusal } from './refusal';
import { ToLogin } from './ToLogin';

/** Where the mailed link for a new password leads. */
export function NewPasswordPage() {
  const { t } = useTranslation('identity');
  const token = useMailedToken();
  const refusal = useRefusal();
  const schema = z.object({ new_password: minLength(passwordMin, t('password.new')) });
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { new_password: '' } });
  const set = query.useMutation('post', '/api/core/auth/new_password');
  const submit = form.handleSubmit(async ({ new_password }) => {
    const call = set.mutateAsync({ body: { token, new_password }, headers: shownInPlace });
    await call.catch((error: unknown) => showFieldErrors(error, ['new_password'], form.setError));
  });
  if (set.isSuccess) {
    return (
      <DoorPage title={t('new_password.done_title')} lead={t('new_password.done')}>
        <ToLogin />
      </DoorPage>
    );
  }
  const inField = form.formState.errors.new_password !== undefined;
  return (
    <DoorPage title={t('new_password.title')} lead={t('new_password.lead')}>
      <FormProvider {...form}>
        <form onSubmit={submit} noValidate className={classes['form']}>
          <RefusalNote message={inField ? null : refusal(set.error)} />
          <NewPasswordField name="new_password" label={t('password.new')} first />
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
    </DoorPage>
  );
}
