import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import classes from '../LoginForm.module.css';
import { RefusalNote } from '../RefusalNote';
import { useMailedToken } from './mailed-token';
import { useRefusal } from './refusal';
import { SignedOutPage } from './SignedOutPage';
import { ToLogin } from './ToLogin';

/**
 * The page of the mailed link for a new address. A button confirms it, because programs that check links in e-mails do
 * not press buttons.
 */
export function ConfirmEmailPage() {
  const { t } = useTranslation('identity_account');
  const token = useMailedToken();
  const refusal = useRefusal();
  const client = useQueryClient();
  const confirm = query.useMutation('post', '/api/core/auth/confirm_email');
  const submit = () =>
    confirm.mutate({ body: { token }, headers: shownInPlace }, { onSuccess: () => void client.invalidateQueries() });
  if (confirm.isSuccess) {
    return (
      <SignedOutPage title={t('confirm_email.done_title')} lead={t('confirm_email.done')}>
        <ToLogin />
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title={t('confirm_email.title')} lead={t('confirm_email.lead')}>
      <div className={classes['form']}>
        <RefusalNote message={refusal(confirm.error)} />
        {isProblem(confirm.error) ? (
          <ToLogin />
        ) : (
          <Button size="md" h={44} fullWidth loading={confirm.isPending} onClick={submit}>
            {t('confirm_email.submit')}
          </Button>
        )}
      </div>
    </SignedOutPage>
  );
}
