import { zodResolver } from '@hookform/resolvers/zod';
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { bareApi } from '../../platform/api/client';
import { currentLanguage } from '../../platform/i18n/i18n';
import { endExpiry, type SessionExpiry } from '../../platform/session/expiry';
import { sessionStore } from '../../platform/session/session-store';
import { forgetSession } from '../../platform/session/sign-out';
import { mandatory, mandatoryVerbatim } from '../../platform/ui/form/rules';
import { useErrorText } from '../../platform/ui/form/use-error-text';
import { Modal } from '../../platform/ui/Modal';
import classes from './LoginForm.module.css';
import { RefusalNote } from './RefusalNote';
import notes from './security/notes.module.css';

/** The session ended while a form had unsaved input: signing in here keeps the input, leaving discards it. */
export function SignInAgain({ expiry }: { expiry: SessionExpiry }) {
  const { t } = useTranslation('identity_account');
  const errorText = useErrorText();
  const client = useQueryClient();
  const router = useRouter();
  const [withCode, setWithCode] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const schema = z.object({ password: mandatoryVerbatim(), code: withCode ? mandatory() : z.string() });
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '', code: '' } });
  const submit = form.handleSubmit(async ({ password, code }) => {
    setRefusal(null);
    const body = { email: expiry.email, password, ...(withCode && { code }) };
    const headers = { 'accept-language': currentLanguage() };
    // Not the page's own client: it would first renew the ended session.
    const answer = await bareApi.POST('/api/core/auth/login', { body, headers }).catch(() => null);
    if (answer?.data !== undefined) {
      sessionStore.signIn(answer.data.token);
      endExpiry();
    } else if (answer?.error.code === 'second_factor_needed') setWithCode(true);
    else {
      setRefusal(answer?.error.message ?? t('login.unreachable'));
      form.setFocus(withCode ? 'code' : 'password', { shouldSelect: true });
    }
  });
  const leave = () => {
    endExpiry();
    forgetSession(client);
    const { href } = router.latestLocation;
    void router.navigate({ to: '/login', search: { redirect: href }, ignoreBlocker: true });
  };
  const { errors, isSubmitting } = form.formState;
  return (
    <Modal
      opened
      onClose={leave}
      title={t('again.title')}
      size="sm"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <form onSubmit={submit} noValidate className={classes['form']}>
        <p className={classes['hint']}>{t('again.lead', { email: expiry.email })}</p>
        <RefusalNote message={refusal} />
        <input type="text" autoComplete="username" value={expiry.email} readOnly hidden />
        <PasswordInput
          {...form.register('password')}
          label={t('login.password')}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('login.toggle_password'), tabIndex: 0, 'aria-hidden': false }}
          error={errorText(errors.password?.message)}
        />
        {withCode && (
          <TextInput
            {...form.register('code')}
            label={t('second_step.code')}
            description={t('second_step.hint')}
            autoComplete="one-time-code"
            autoFocus
            error={errorText(errors.code?.message)}
          />
        )}
        <div className={notes['buttons']}>
          <Button type="submit" loading={isSubmitting}>
            {t('login.submit')}
          </Button>
          <Button variant="default" onClick={leave}>
            {t('again.leave')}
          </Button>
        </div>
        <Anchor href="/login/organisation" target="_blank" size="sm">
          {t('again.organisation')}
        </Anchor>
      </form>
    </Modal>
  );
}
