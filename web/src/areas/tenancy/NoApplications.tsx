import { Button } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { settingsRoles } from '../../platform/routing/settings';
import { useSession } from '../../platform/session/use-session';
import { EmptyState } from '../../platform/ui/EmptyState';

/** Home without applications: administrators are guided to the settings, others are told to ask them. */
export function NoApplications() {
  const { t } = useTranslation('tenancy_home');
  const roles = useSession()?.roles ?? [];
  const administers = settingsRoles.anyone.some((role) => roles.includes(role));
  const toSettings = (
    <Button renderRoot={(props) => <Link to="/settings" {...props} />}>{t('home.open_settings')}</Button>
  );
  return (
    <EmptyState
      icon={IconApps}
      title={t('home.no_applications')}
      description={administers ? t('home.no_applications_admin') : t('home.no_applications_more')}
      {...(administers && { action: toSettings })}
    />
  );
}
