import { defineArea } from '../../platform/registry/area';
import type settings from './locales/en-settings.json';
import { servicesSettings } from './routes';

declare module '../../platform/i18n/texts' {
  interface Texts {
    services_settings: typeof settings;
  }
}

/** The state of the installation, for its operators. */
export const services = defineArea({
  name: 'services',
  routes: { settings: servicesSettings },
  settings: async () => (await import('./settings-screens')).settingsScreens,
});
