import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { query, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { FormRefusal } from '../../../platform/ui/form/FormRefusal';
import { mandatory } from '../../../platform/ui/form/rules';
import { useErrorText } from '../../../platform/ui/form/use-error-text';
import classes from '../LoginForm.module.css';
import { useFormRefusal } from '../use-form-refusal';
import notes from './notes.module.css';

type Props = {
  secret: Schema<'SecondFactorSecret'>;
  confirmed: (codes: readonly string[]) => void;
  cancel: () => void;
};

const schema = z.object({ code: mandatory() });

/** The secret as a picture and for typing, and the first code, which activates it. */
export function ConfirmCode({ secret, confirmed, cancel }: Props) {
  const { t } = useTranslation('identity_account');
  const errorText = useErrorText();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { code: '' } });
  const confirm = query.useMutation('post', '/api/core/user/second_factor/confirm');
  const { refusal, refused, forget } = useFormRefusal(form, ['code']);
  const submit = form.handleSubmit(async (body) => {
    forget();
    try {
      confirmed((await confirm.mutateAsync({ body, headers: shownInPlace })).recovery_codes);
    } catch (error) {
      refused(error);
    }
  });
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <FormRefusal message={refusal} />
      <div className={notes['enrol']}>
        <img
          className={notes['qr']}
          src={`data:image/svg+xml;utf8,${encodeURIComponent(secret.qr_svg)}`}
          alt={t('second_factor.qr')}
        />
        <div className={classes['form']}>
          <p className={classes['hint']}>
            {t('second_factor.scan')}
            <code className={notes['secret']}>{secret.secret}</code>
          </p>
          <TextInput
            {...form.register('code')}
            label={t('second_factor.first_code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            error={errorText(form.formState.errors.code?.message)}
          />
        </div>
      </div>
      <div className={notes['buttons']}>
        <Button type="submit" loading={confirm.isPending}>
          {t('second_factor.confirm')}
        </Button>
        <Button variant="default" onClick={cancel}>
          {t('second_factor.cancel')}
        </Button>
      </div>
    </form>
  );
}
