import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query, type Schema } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { notify } from '../../../platform/ui/notify';
import classes from '../LoginForm.module.css';
import { ConfirmCode } from './ConfirmCode';
import notes from './notes.module.css';
import { PasswordAsked } from './PasswordAsked';
import { RecoveryCodes } from './RecoveryCodes';

/** The part of the panel below the state: nothing, a question, a secret, or codes that are shown once. */
type Step =
  | { kind: 'none' }
  | { kind: 'ask'; wants: 'begin' | 'remove' | 'codes' }
  | { kind: 'confirm'; secret: Schema<'SecondFactorSecret'> }
  | { kind: 'codes'; codes: readonly string[] };

const path = '/api/core/user/second_factor';

/** Two-step sign-in: on, off, and its recovery codes. */
export function SecondFactorPanel() {
  const { t } = useTranslation('identity_account');
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ kind: 'none' });
  const { data } = query.useQuery('get', path);
  const begin = query.useMutation('post', path);
  const remove = query.useMutation('post', `${path}/remove`);
  const renew = query.useMutation('post', `${path}/recovery_codes`);
  const again = () => client.invalidateQueries({ queryKey: ['get', path] });
  if (data === undefined) return null;
  const enabled = data.enabled_at !== null;
  const ask = (wants: 'begin' | 'remove' | 'codes') => setStep({ kind: 'ask', wants });
  const showCodes = async (codes: readonly string[]) => {
    setStep({ kind: 'codes', codes });
    await again();
  };
  const answered = async (wants: 'begin' | 'remove' | 'codes', password: string, code: string) => {
    if (wants === 'begin') {
      setStep({ kind: 'confirm', secret: await begin.mutateAsync({ body: { password }, headers: shownInPlace }) });
    } else if (wants === 'codes') {
      await showCodes((await renew.mutateAsync({ body: { password, code }, headers: shownInPlace })).recovery_codes);
    } else {
      await remove.mutateAsync({ body: { password, code }, headers: shownInPlace });
      notify.success(t('second_factor.removed'));
      setStep({ kind: 'none' });
      await again();
    }
  };
  return (
    <div className={classes['form']}>
      {enabled && (
        <p className={notes['state']}>
          <IconShieldCheck size={20} stroke={1.7} aria-hidden />
          {t('second_factor.on', { count: data.recovery_codes_left })}
        </p>
      )}
      {step.kind === 'none' && !enabled && (
        <div>
          <Button onClick={() => ask('begin')}>{t('second_factor.begin')}</Button>
        </div>
      )}
      {step.kind === 'none' && enabled && (
        <div className={notes['buttons']}>
          <Button variant="default" onClick={() => ask('codes')}>
            {t('second_factor.new_codes')}
          </Button>
          <Button variant="default" onClick={() => ask('remove')}>
            {t('second_factor.remove')}
          </Button>
        </div>
      )}
      {step.kind === 'ask' && (
        <PasswordAsked
          key={step.wants}
          withCode={step.wants !== 'begin'}
          action={step.wants === 'remove' ? t('second_factor.remove') : t('second_factor.go_on')}
          send={(password, code) => answered(step.wants, password, code)}
          cancel={() => setStep({ kind: 'none' })}
        />
      )}
      {step.kind === 'confirm' && (
        <ConfirmCode secret={step.secret} confirmed={showCodes} cancel={() => setStep({ kind: 'none' })} />
      )}
      {step.kind === 'codes' && <RecoveryCodes codes={step.codes} close={() => setStep({ kind: 'none' })} />}
    </div>
  );
}
