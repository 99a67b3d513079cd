import { zodResolver } from '@hookform/resolvers/zod';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { useUnsavedWork } from '../../../platform/session/expiry';
import { FormRefusal } from '../../../platform/ui/form/FormRefusal';
import { email, mandatoryVerbatim } from '../../../platform/ui/form/rules';
import { useErrorText } from '../../../platform/ui/form/use-error-text';
import { asksForCode, sentCode } from '../asked-code';
import { CodeField } from '../CodeField';
import classes from '../LoginForm.module.css';
import { useFormRefusal } from '../use-form-refusal';
import { useHasSecondFactor } from '../use-has-second-factor';
import notes from './notes.module.css';

const schema = z.object({ email: email(), password: mandatoryVerbatim(), code: z.string() });

/** Changes the e-mail: it is used once the link sent there was followed. */
export function EmailPanel({ current }: { current: string }) {
  const { t } = useTranslation('identity_account');
  const errorText = useErrorText();
  const [codeAsked, setCodeAsked] = useState(false);
  const hasSecondFactor = useHasSecondFactor();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: '', password: '', code: '' } });
  const change = query.useMutation('post', '/api/core/user/email');
  const { refusal, refused, forget } = useFormRefusal(form, ['email', 'password', 'code']);
  useUnsavedWork(form.formState.isDirty);
  const submit = form.handleSubmit(async ({ code, ...body }) => {
    forget();
    try {
      await change.mutateAsync({ body: { ...body, ...sentCode(code) }, headers: shownInPlace });
      setSentTo(body.email);
      setCodeAsked(false);
      form.reset();
    } catch (error) {
      if (asksForCode(error)) setCodeAsked(true);
      refused(error);
    }
  });
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      {sentTo !== null && (
        <p role="status" className={notes['note']}>
          <IconMailForward size={20} stroke={1.7} aria-hidden />
          {t('email.sent', { email: sentTo })}
        </p>
      )}
      <FormRefusal message={refusal} />
      <input type="text" autoComplete="username" value={current} readOnly hidden />
      <TextInput
        {...form.register('email')}
        type="email"
        label={t('email.new')}
        autoComplete="email"
        error={errorText(errors.email?.message)}
      />
      <PasswordInput
        {...form.register('password')}
        label={t('password.current')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{
          'aria-label': t('login.toggle_password'),
          tabIndex: 0,
          'aria-hidden': false,
        }}
        error={errorText(errors.password?.message)}
      />
      {(codeAsked || hasSecondFactor) && (
        <CodeField {...form.register('code')} autoFocus={codeAsked} error={errorText(errors.code?.message)} />
      )}
      <div>
        <Button type="submit" loading={change.isPending}>
          {t('email.submit')}
        </Button>
      </div>
    </form>
  );
}
