import { defineArea } from '../../platform/registry/area';
import type log from './locales/en-log.json';
import type panel from './locales/en-panel.json';
import type settings from './locales/en-settings.json';
import { systemLogSettings } from './routes';

declare module '../../platform/i18n/texts' {
  interface Texts {
    systemlog_log: typeof log;
    systemlog_panel: typeof panel;
    systemlog_settings: typeof settings;
  }
}

/** The audit log as administrators read and export it, and what of it is told beside an entry. */
export const systemLog = defineArea({
  name: 'systemlog',
  routes: { settings: systemLogSettings },
  settings: async () => (await import('./settings-screens')).settingsScreens,
  detailTabs: async () => (await import('./detail-tabs')).detailTabs(),
  logWords: async () => (await import('./log-words')).logWords,
});
