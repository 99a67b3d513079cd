import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../platform/routing/later';
import { useSession } from '../../platform/session/use-session';
import { UnsavedGuard } from '../../platform/ui/form/UnsavedGuard';
import { PageHeader } from '../../platform/ui/PageHeader';
import { Panel } from '../../platform/ui/Panel';
import { AppearancePanel } from './AppearancePanel';
import { PasswordPanel } from './PasswordPanel';
import { ProfileCard } from './ProfileCard';
import { ProfileForm } from './ProfileForm';
import classes from './ProfilePage.module.css';
import { EmailPanel } from './security/EmailPanel';
import { SecondFactorPanel } from './security/SecondFactorPanel';
import { useHasSecondFactor } from './use-has-second-factor';
import { AvatarField } from './users/AvatarField';

/** It is at the end of the page. */
const SessionsPanel = later(() => import('./security/SessionsPanel'), 'SessionsPanel');

export function ProfilePage() {
  const { t } = useTranslation('identity_account');
  const hasSecondFactor = useHasSecondFactor();
  const session = useSession();
  if (session === null) return null;
  return (
    <div className={classes['page']}>
      <UnsavedGuard />
      <PageHeader title={t('profile.title')} description={t('profile.lead')} />
      <div className={classes['columns']}>
        <ProfileCard user={session.user} />
        <div className={classes['stack']}>
          <Panel title={t('profile.about')}>
            <div className={classes['picture']}>
              <AvatarField user={session.user} />
            </div>
            <ProfileForm key={session.usersId} usersId={session.usersId} user={session.user} />
          </Panel>
          <Panel title={t('profile.appearance')} description={t('profile.appearance_lead')}>
            <AppearancePanel />
          </Panel>
          <Panel title={t('password.title')}>
            <PasswordPanel />
          </Panel>
          <Panel title={t('email.title')} description={t('email.lead', { email: session.user.email })}>
            <EmailPanel current={session.user.email} />
          </Panel>
          <Panel
            title={t('second_factor.title')}
            description={t(hasSecondFactor ? 'second_factor.lead' : 'second_factor.lead_off')}
          >
            <SecondFactorPanel />
          </Panel>
          <Panel title={t('sessions.title')} description={t('sessions.lead')}>
            <Suspense fallback={null}>
              <SessionsPanel />
            </Suspense>
          </Panel>
        </div>
      </div>
    </div>
  );
}
