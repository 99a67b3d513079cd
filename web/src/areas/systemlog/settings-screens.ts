import { IconClipboardList } from '@tabler/icons-react';
import i18next from 'i18next';
import type { SettingsScreen } from '../../platform/registry/area';
import { settingsGroups } from '../../platform/routing/settings-groups';
import { logRoute } from './routes';

/** The settings of this area, for the menu and the cards. */
export const settingsScreens: readonly SettingsScreen[] = [
  {
    key: 'system_log',
    group: settingsGroups.records,
    order: 10,
    route: logRoute,
    icon: IconClipboardList,
    label: () => i18next.t('menu.system_log', { ns: 'systemlog_settings' }),
    about: () => i18next.t('menu.about.system_log', { ns: 'systemlog_settings' }),
  },
];
