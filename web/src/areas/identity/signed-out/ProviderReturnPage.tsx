import { Loader } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from '../LoginForm.module.css';
import { RefusalNote } from '../RefusalNote';
import { SecondStepForm } from '../SecondStepForm';
import { SignedOutPage } from './SignedOutPage';
import { ToLogin } from './ToLogin';
import { useProviderReturn } from './use-provider-return';

/**
 * The page to which the identity provider sends the browser back. An account with a second factor is asked for its
 * code.
 */
export function ProviderReturnPage() {
  const { t } = useTranslation('identity_account');
  const navigate = useNavigate();
  const { code, state } = useSearch({ from: '/login/provider' });
  const { codeWanted, refusal, pending, send } = useProviderReturn(code, state);
  const back = () => void navigate({ to: '/login' });
  return (
    <SignedOutPage title={!codeWanted && refusal !== null ? t('organisation.failed') : t('organisation.returning')}>
      {codeWanted ? (
        <SecondStepForm refusal={refusal} pending={pending} send={send} back={back} />
      ) : (
        <div className={classes['form']}>
          <RefusalNote message={refusal} />
          {refusal === null ? <Loader aria-label={t('organisation.returning')} /> : <ToLogin />}
        </div>
      )}
    </SignedOutPage>
  );
}
