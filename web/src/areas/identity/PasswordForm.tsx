import { zodResolver } from '@hookform/resolvers/zod';
import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useUnsavedWork } from '../../platform/session/expiry';
import { useSession } from '../../platform/session/use-session';
import { FormRefusal } from '../../platform/ui/form/FormRefusal';
import { mandatoryVerbatim, minLength, passwordsMatch } from '../../platform/ui/form/rules';
import { useErrorText } from '../../platform/ui/form/use-error-text';
import { asksForCode, sentCode } from './asked-code';
import { CodeField } from './CodeField';
import classes from './LoginForm.module.css';
import { PasswordStrength } from './PasswordStrength';
import { hardToGuess, passwordMin, wordsAbout } from './password-strength';
import { useFormRefusal } from './use-form-refusal';
import { useHasSecondFactor } from './use-has-second-factor';
import { useResetPassword } from './use-reset-password';

type Props = { submitLabel: string; onDone: () => void };

/** The current password, the new one and its repetition. */
export function PasswordForm({ submitLabel, onDone }: Props) {
  const { t } = useTranslation('identity_account');
  const errorText = useErrorText();
  const user = useSession()?.user;
  const { name = '', email = '' } = user ?? {};
  const organisation = [user?.tenant_title, user?.company_name].filter((title) => title != null);
  const about = wordsAbout(name, email, organisation);
  const [codeAsked, setCodeAsked] = useState(false);
  // Before a required change every other call is refused.
  const hasSecondFactor = useHasSecondFactor(user?.reset_pwd === false);
  const schema = z
    .object({
      password: mandatoryVerbatim(),
      new_password: minLength(passwordMin, t('password.new')),
      repeated: mandatoryVerbatim(),
      code: z.string(),
    })
    .check(
      passwordsMatch(),
      hardToGuess('new_password', () => about),
    );
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: '', new_password: '', repeated: '', code: '' },
  });
  const { reset, pending } = useResetPassword();
  const { refusal, refused, forget } = useFormRefusal(form, ['password', 'new_password', 'code']);
  const { errors, isDirty, isSubmitting } = form.formState;
  // A successful answer may open another page at once.
  useUnsavedWork(isDirty && !isSubmitting);
  const submit = form.handleSubmit(async ({ password, new_password, code }) => {
    forget();
    try {
      await reset({ password, new_password, ...sentCode(code) });
      form.reset();
      setCodeAsked(false);
      onDone();
    } catch (error) {
      if (asksForCode(error)) setCodeAsked(true);
      refused(error);
    }
  });
  const toggle = { 'aria-label': t('login.toggle_password'), tabIndex: 0, 'aria-hidden': false };
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <FormRefusal message={refusal} />
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        {...form.register('password')}
        label={t('password.current')}
        autoComplete="current-password"
        visibilityToggleButtonProps={toggle}
        error={errorText(errors.password?.message)}
      />
      <PasswordInput
        {...form.register('new_password')}
        label={t('password.new')}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        error={errorText(errors.new_password?.message)}
      />
      {!errors.new_password && <PasswordStrength password={form.watch('new_password')} about={about} />}
      <PasswordInput
        {...form.register('repeated')}
        label={t('password.repeated')}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        error={errorText(errors.repeated?.message)}
      />
      {(codeAsked || hasSecondFactor) && (
        <CodeField {...form.register('code')} autoFocus={codeAsked} error={errorText(errors.code?.message)} />
      )}
      <p className={classes['hint']}>{t('password.lead')}</p>
      <div>
        <Button type="submit" loading={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
