import { IconClock, IconStar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TabLink } from '../../../platform/ui/tabs/Tab';
import { WithLibrary } from './WithLibrary';

export function FavouritesTab() {
  const { t } = useTranslation('content');
  return (
    <WithLibrary>
      {(appId) => <TabLink href={`/content/${appId}/favourites`} icon={IconStar} label={t('favourites.title')} />}
    </WithLibrary>
  );
}

export function RecentsTab() {
  const { t } = useTranslation('content');
  return (
    <WithLibrary>
      {(appId) => <TabLink href={`/content/${appId}/recents`} icon={IconClock} label={t('recents.title')} />}
    </WithLibrary>
  );
}
