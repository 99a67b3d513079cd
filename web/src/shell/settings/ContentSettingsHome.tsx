import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../platform/ui/PageHeader';
import { SettingsCards } from './SettingsCards';
import { useSettingsMenu } from './use-settings-menu';

const route = getRouteApi('/shell/content/$appId/settings/');

/** The settings screens of one content application. */
export function ContentSettingsHome() {
  const { t } = useTranslation('settings');
  const { appId } = route.useParams();
  const groups = useSettingsMenu().filter((group) => group.appId === appId);
  return (
    <>
      <PageHeader title={t('home.content_title')} description={t('home.content_lead')} />
      <SettingsCards groups={groups} />
    </>
  );
}
