import { IconShieldLock } from '@tabler/icons-react';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { atBase } from '../../platform/base-path';
import { rootRoute } from '../../platform/routing/roots';
import { useSession } from '../../platform/session/use-session';
import { UnsavedGuard } from '../../platform/ui/form/UnsavedGuard';
import { notify } from '../../platform/ui/notify';
import { PageHeader } from '../../platform/ui/PageHeader';
import { Panel } from '../../platform/ui/Panel';
import { landingPath } from './landing-path';
import { PasswordForm } from './PasswordForm';
import classes from './ResetPasswordPage.module.css';

/** Required for a flagged account, otherwise voluntary. */
export function ResetPasswordPage() {
  const { t } = useTranslation('identity_account');
  const router = useRouter();
  const { redirect: wanted } = useSearch({ from: rootRoute.id });
  const forced = useSession()?.user.reset_pwd ?? false;
  const done = () => {
    notify.success(t('password.changed'));
    router.history.push(atBase(landingPath(wanted)));
  };
  return (
    <div className={classes['column']} data-forced={forced || undefined}>
      <UnsavedGuard />
      <PageHeader title={t('password.title')} />
      {forced && (
        <p className={classes['forced']}>
          <IconShieldLock size={20} stroke={1.7} aria-hidden />
          {t('password.forced')}
        </p>
      )}
      <Panel>
        <PasswordForm submitLabel={t('password.submit')} onDone={done} />
      </Panel>
    </div>
  );
}
