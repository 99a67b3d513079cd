import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../platform/ui/PageHeader';
import { SettingsCards } from './SettingsCards';
import { useSettingsMenu } from './use-settings-menu';

/** All settings screens that the user may open. */
export function SettingsHome() {
  const { t } = useTranslation('settings');
  return (
    <>
      <PageHeader title={t('home.title')} description={t('home.lead')} />
      <SettingsCards groups={useSettingsMenu()} />
    </>
  );
}
