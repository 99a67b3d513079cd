import { defineArea } from '../../platform/registry/area';
import { billingSettings } from './routes';

/** Quotas and their ledger. */
export const billing = defineArea({
  name: 'billing',
  routes: { settings: billingSettings },
  logWords: async () => (await import('./log-words')).logWords,
});
