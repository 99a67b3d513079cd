import { defineArea } from '../../platform/registry/area';
import type log from './locales/en-log.json';
import type settings from './locales/en-settings.json';
import { billingSettings } from './routes';

declare module '../../platform/i18n/texts' {
  interface Texts {
    billing_log: typeof log;
    billing_settings: typeof settings;
  }
}

/** Quotas and their ledger. */
export const billing = defineArea({
  name: 'billing',
  routes: { settings: billingSettings },
  logWords: async () => (await import('./log-words')).logWords,
});
