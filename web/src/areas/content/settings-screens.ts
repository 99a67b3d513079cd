import { IconAspectRatio, IconHistory, IconLibraryPhoto, IconServer2 } from '@tabler/icons-react';
import i18next from 'i18next';
import type { SettingsScreen } from '../../platform/registry/area';
import { settingsGroups } from '../../platform/routing/settings-groups';
import { downloadSizesRoute, fileServersRoute, repositoriesRoute, versionsRoute } from './settings/settings-routes';

/** The settings of this area, for the menu and the cards. */
export const settingsScreens: readonly SettingsScreen[] = [
  {
    key: 'file_servers',
    group: settingsGroups.content,
    order: 10,
    route: fileServersRoute,
    icon: IconServer2,
    label: () => i18next.t('menu.file_servers', { ns: 'content_settings' }),
    about: () => i18next.t('menu.about.file_servers', { ns: 'content_settings' }),
  },
  {
    key: 'repositories',
    group: settingsGroups.content,
    order: 20,
    route: repositoriesRoute,
    icon: IconLibraryPhoto,
    label: () => i18next.t('menu.repositories', { ns: 'content_settings' }),
    about: () => i18next.t('menu.about.repositories', { ns: 'content_settings' }),
  },
  {
    key: 'download_sizes',
    group: settingsGroups.content,
    order: 30,
    route: downloadSizesRoute,
    icon: IconAspectRatio,
    label: () => i18next.t('menu.download_sizes', { ns: 'content_settings' }),
    about: () => i18next.t('menu.about.download_sizes', { ns: 'content_settings' }),
  },
  {
    key: 'versions',
    group: settingsGroups.content,
    order: 40,
    route: versionsRoute,
    icon: IconHistory,
    label: () => i18next.t('menu.versions', { ns: 'content_settings' }),
    about: () => i18next.t('menu.about.versions', { ns: 'content_settings' }),
  },
];
