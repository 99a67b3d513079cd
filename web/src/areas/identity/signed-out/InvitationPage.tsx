import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { changeLanguage, type Language } from '../../../platform/i18n/i18n';
import { useSession } from '../../../platform/session/use-session';
import classes from '../LoginForm.module.css';
import { RefusalNote } from '../RefusalNote';
import { AcceptForm } from './AcceptForm';
import { JoinForm } from './JoinForm';
import { useMailedToken } from './mailed-token';
import { OtherAccount } from './OtherAccount';
import { useRefusal } from './refusal';
import { SignedOutPage } from './SignedOutPage';
import { ToLogin } from './ToLogin';

/** The page of an invitation's link: choosing a password, or joining with an existing account. */
export function InvitationPage() {
  const { t } = useTranslation('identity_account');
  const token = useMailedToken();
  const refusal = useRefusal();
  const { data, error, isPending } = query.useQuery(
    'post',
    '/api/core/auth/invitation',
    { body: { token }, headers: shownInPlace },
    { retry: false, staleTime: Number.POSITIVE_INFINITY },
  );
  useEmailLanguage(data?.language ?? null);
  const signedIn = useSession()?.user;
  if (isPending) return <SignedOutPage title={t('invitation.title')}>{null}</SignedOutPage>;
  if (data === undefined) {
    return (
      <SignedOutPage title={t('invitation.title')}>
        <div className={classes['form']}>
          <RefusalNote message={refusal(error)} />
          <ToLogin />
        </div>
      </SignedOutPage>
    );
  }
  const { tenant_title: tenant, group_title: group, invited_by: inviter, has_account } = data;
  const lead =
    group === null ? t('invitation.lead', { inviter, tenant }) : t('invitation.lead_group', { inviter, tenant, group });
  return (
    <SignedOutPage title={t('invitation.welcome', { tenant })} lead={lead}>
      {signedIn !== undefined && signedIn.email.toLowerCase() !== data.email.toLowerCase() ? (
        <OtherAccount signedIn={signedIn} invited={data.email} />
      ) : has_account ? (
        <JoinForm token={token} email={data.email} />
      ) : (
        <AcceptForm token={token} email={data.email} name={data.name} />
      )}
    </SignedOutPage>
  );
}

/** The page uses the language of the e-mail; a signed-in user keeps their own. */
function useEmailLanguage(language: Language | null): void {
  const signedIn = useSession() !== null;
  useEffect(() => {
    if (language !== null && !signedIn) void changeLanguage(language, { remember: false });
  }, [language, signedIn]);
}
