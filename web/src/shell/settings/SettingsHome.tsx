import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../platform/ui/PageHeader';
import { SettingsCards } from './SettingsCards';
import { useSettingsMenu } from './use-settings-menu';

/** Everything somebody may set up. */
export function SettingsHome() {
  const { t } = useTranslation('settings');
  return (
    <>
      <PageHeader title={t('home.title')} description={t('home.lead')} />
      <SettingsCards groups={useSettingsMenu()} />
    </>
  );
}
