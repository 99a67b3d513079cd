import { zodResolver } from '@hookform/resolvers/zod';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { FormRefusal } from '../../../platform/ui/form/FormRefusal';
import { mandatory, mandatoryVerbatim } from '../../../platform/ui/form/rules';
import { useErrorText } from '../../../platform/ui/form/use-error-text';
import classes from '../LoginForm.module.css';
import { useFormRefusal } from '../use-form-refusal';
import notes from './notes.module.css';

type Props = {
  withCode: boolean;
  action: string;
  send: (password: string, code: string) => Promise<void>;
  cancel: () => void;
};

/**
 * Asks for the password again, and for a code if one is set up: somebody at an unlocked screen must not do what
 * follows.
 */
export function PasswordAsked({ withCode, action, send, cancel }: Props) {
  const { t } = useTranslation('identity_account');
  const errorText = useErrorText();
  const schema = z.object({ password: mandatoryVerbatim(), code: withCode ? mandatory() : z.string() });
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '', code: '' } });
  const { refusal, refused, forget } = useFormRefusal(form, ['password', 'code']);
  const submit = form.handleSubmit(({ password, code }) => {
    forget();
    return send(password, code).catch(refused);
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <FormRefusal message={refusal} />
      <PasswordInput
        {...form.register('password')}
        label={t('password.current')}
        autoComplete="current-password"
        autoFocus
        visibilityToggleButtonProps={{
          'aria-label': t('login.toggle_password'),
          tabIndex: 0,
          'aria-hidden': false,
        }}
        error={errorText(errors.password?.message)}
      />
      {withCode && (
        <TextInput
          {...form.register('code')}
          label={t('second_step.code')}
          description={t('second_step.hint')}
          autoComplete="one-time-code"
          error={errorText(errors.code?.message)}
        />
      )}
      <div className={notes['buttons']}>
        <Button type="submit" loading={isSubmitting}>
          {action}
        </Button>
        <Button variant="default" onClick={cancel}>
          {t('second_factor.cancel')}
        </Button>
      </div>
    </form>
  );
}
