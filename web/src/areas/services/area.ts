import { IconActivityHeartbeat } from '@tabler/icons-react';
import i18next from 'i18next';
import { defineArea } from '../../platform/registry/area';
import { settingsGroups } from '../../platform/routing/settings-groups';
import type settings from './locales/en-settings.json';
import { serviceRoute, servicesSettings } from './routes';

declare module '../../platform/i18n/texts' {
  interface Texts {
    services_settings: typeof settings;
  }
}

/** The state of the installation, for its operators. */
export const services = defineArea({
  name: 'services',
  routes: { settings: servicesSettings },
  settings: [
    {
      key: 'services',
      group: settingsGroups.platform,
      order: 30,
      route: serviceRoute,
      icon: IconActivityHeartbeat,
      label: () => i18next.t('menu.services', { ns: 'services_settings' }),
      about: () => i18next.t('menu.about.services', { ns: 'services_settings' }),
    },
  ],
});
