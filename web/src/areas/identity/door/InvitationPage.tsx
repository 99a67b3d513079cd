import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { changeLanguage, type Language } from '../../../platform/i18n/i18n';
import { useSession } from '../../../platform/session/use-session';
import { RefusalNote } from '../RefusalNote';
import { AcceptForm } from './AcceptForm';
import { DoorPage } from './DoorPage';
import { JoinForm } from './JoinForm';
import { useMailedToken } from './mailed-token';
import { OtherAccount } from './OtherAccount';
import { useRefusal } from './refusal';
import { ToLogin } from './ToLogin';

/** Where an invitation's link leads: to a password of one's own, or to joining with the account one has. */
export function InvitationPage() {
  const { t } = useTranslation('identity');
  const token = useMailedToken();
  const refusal = useRefusal();
  const { data, error, isPending } = query.useQuery(
    'post',
    '/api/core/auth/invitation',
    { body: { token }, headers: shownInPlace },
    { retry: false, staleTime: Number.POSITIVE_INFINITY },
  );
  useLetterLanguage(data?.language ?? null);
  const signedIn = useSession()?.user.email;
  if (isPending) return <DoorPage title={t('invitation.title')}>{null}</DoorPage>;
  if (data === undefined) {
    return (
      <DoorPage title={t('invitation.title')}>
        <RefusalNote message={refusal(error)} />
        <p>{t('invitation.ask_again')}</p>
        <ToLogin />
      </DoorPage>
    );
  }
  const { tenant_title: tenant, group_title: group, invited_by: inviter, has_account } = data;
  const lead =
    group === null ? t('invitation.lead', { inviter, tenant }) : t('invitation.lead_group', { inviter, tenant, group });
  return (
    <DoorPage title={t('invitation.welcome', { tenant })} lead={lead}>
      {signedIn !== undefined && signedIn.toLowerCase() !== data.email.toLowerCase() ? (
        <OtherAccount signedIn={signedIn} invited={data.email} />
      ) : has_account ? (
        <JoinForm token={token} email={data.email} />
      ) : (
        <AcceptForm token={token} email={data.email} name={data.name} />
      )}
    </DoorPage>
  );
}

/** The page goes on in the language of the letter; who is signed in keeps their own. */
function useLetterLanguage(language: Language | null): void {
  const signedIn = useSession() !== null;
  useEffect(() => {
    if (language !== null && !signedIn) void changeLanguage(language, { remember: false });
  }, [language, signedIn]);
}
