import { IconActivityHeartbeat } from '@tabler/icons-react';
import i18next from 'i18next';
import { defineArea } from '../../platform/registry/area';
import { settingsGroups } from '../../platform/routing/settings-groups';
import { serviceRoute, servicesSettings } from './routes';

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
      label: () => i18next.t('menu.services', { ns: 'settings' }),
      about: () => i18next.t('menu.about.services', { ns: 'settings' }),
    },
  ],
});
