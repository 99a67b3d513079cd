import { zodResolver } from '@hookform/resolvers/zod';
import { Anchor, Button, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { mandatory } from '../../platform/ui/form/rules';
import { useErrorText } from '../../platform/ui/form/use-error-text';
import classes from './LoginForm.module.css';
import { RefusalNote } from './RefusalNote';

type Props = {
  refusal: string | null;
  pending: boolean;
  /** Resolves to whether the code was right. */
  send: (code: string) => Promise<boolean>;
  back: () => void;
};

const schema = z.object({ code: mandatory() });

/** The second step of signing in: a code of the authenticator, or one of the recovery codes. */
export function SecondStepForm({ refusal, pending, send, back }: Props) {
  const { t } = useTranslation('identity_account');
  const errorText = useErrorText();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { code: '' } });
  const submit = form.handleSubmit(async ({ code }) => {
    if (!(await send(code))) form.setFocus('code', { shouldSelect: true });
  });
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <RefusalNote message={refusal} />
      <TextInput
        {...form.register('code')}
        size="md"
        label={t('second_step.code')}
        description={t('second_step.hint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={errorText(form.formState.errors.code?.message)}
      />
      <Button type="submit" size="md" h={44} fullWidth loading={pending}>
        {t('login.submit')}
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={back}>
        {t('second_step.back')}
      </Anchor>
    </form>
  );
}
