import { IconClipboardList } from '@tabler/icons-react';
import i18next from 'i18next';
import { defineArea } from '../../platform/registry/area';
import { settingsGroups } from '../../platform/routing/settings-groups';
import type texts from './locales/en.json';
import type log from './locales/en-log.json';
import type settings from './locales/en-settings.json';
import { logRoute, systemLogSettings } from './routes';

declare module '../../platform/i18n/texts' {
  interface Texts {
    systemlog: typeof texts;
    systemlog_log: typeof log;
    systemlog_settings: typeof settings;
  }
}

/** The audit log as administrators read and export it, and what of it is told beside an entry. */
export const systemLog = defineArea({
  name: 'systemlog',
  routes: { settings: systemLogSettings },
  settings: [
    {
      key: 'system_log',
      group: settingsGroups.records,
      order: 10,
      route: logRoute,
      icon: IconClipboardList,
      label: () => i18next.t('menu.system_log', { ns: 'systemlog_settings' }),
      about: () => i18next.t('menu.about.system_log', { ns: 'systemlog_settings' }),
    },
  ],
  detailTabs: async () => (await import('./detail-tabs')).detailTabs,
  logWords: async () => (await import('./log-words')).logWords,
});
