import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { mandatory } from '../../../platform/ui/form/rules';
import { useErrorText } from '../../../platform/ui/form/use-error-text';
import classes from '../LoginForm.module.css';
import { RefusalNote } from '../RefusalNote';
import { rememberWanted } from './provider-return';
import { useRefusal } from './refusal';
import { SignedOutPage } from './SignedOutPage';
import { ToLogin } from './ToLogin';

const schema = z.object({ tenant: mandatory() });

/** Finds an organisation's own identity provider. */
export function OrganisationPage() {
  const { t } = useTranslation('identity_account');
  const errorText = useErrorText();
  const refusal = useRefusal();
  const { redirect } = useSearch({ from: '/login/organisation' });
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { tenant: '' } });
  const begin = query.useMutation('post', '/api/core/auth/provider/{tenant_key}');
  const submit = form.handleSubmit(async ({ tenant }) => {
    const params = { path: { tenant_key: tenant.toLowerCase() } };
    const way = await begin.mutateAsync({ params, headers: shownInPlace }).catch(() => null);
    if (way === null) return;
    rememberWanted(redirect);
    window.location.assign(way.location);
  });
  const unknown = begin.error !== null && begin.error.status === 404;
  return (
    <SignedOutPage title={t('organisation.title')} lead={t('organisation.lead')}>
      <form onSubmit={submit} noValidate className={classes['form']}>
        <RefusalNote message={unknown ? t('organisation.unknown') : refusal(begin.error)} />
        <TextInput
          {...form.register('tenant')}
          size="md"
          label={t('organisation.key')}
          description={t('organisation.key_hint')}
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={errorText(form.formState.errors.tenant?.message)}
        />
        <Button type="submit" size="md" h={44} fullWidth loading={begin.isPending}>
          {t('organisation.submit')}
        </Button>
        <ToLogin />
      </form>
    </SignedOutPage>
  );
}
