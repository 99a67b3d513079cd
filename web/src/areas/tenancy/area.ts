import { defineArea } from '../../platform/registry/area';
import type home from './locales/en-home.json';
import type log from './locales/en-log.json';
import type settings from './locales/en-settings.json';
import { tenancyRoutes, tenancySettings } from './routes';

declare module '../../platform/i18n/texts' {
  interface Texts {
    tenancy_home: typeof home;
    tenancy_log: typeof log;
    tenancy_settings: typeof settings;
  }
}

/** Tenants, companies, groups, application instances and themes; and home. */
export const tenancy = defineArea({
  name: 'tenancy',
  routes: { shell: tenancyRoutes, settings: tenancySettings },
  settings: async () => (await import('./settings-screens')).settingsScreens,
  logWords: async () => (await import('./log-words')).logWords,
});
