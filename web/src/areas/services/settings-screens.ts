import { IconActivityHeartbeat } from '@tabler/icons-react';
import i18next from 'i18next';
import type { SettingsScreen } from '../../platform/registry/area';
import { settingsGroups } from '../../platform/routing/settings-groups';
import { serviceRoute } from './routes';

/** The settings of this area, for the menu and the cards. */
export const settingsScreens: readonly SettingsScreen[] = [
  {
    key: 'services',
    group: settingsGroups.platform,
    order: 30,
    route: serviceRoute,
    icon: IconActivityHeartbeat,
    label: () => i18next.t('menu.services', { ns: 'services_settings' }),
    about: () => i18next.t('menu.about.services', { ns: 'services_settings' }),
  },
];
