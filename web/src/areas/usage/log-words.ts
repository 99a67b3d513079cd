import i18next from 'i18next';
import type { LogWords } from '../../platform/registry/log-words';

/** How the log words terms of use, and requests. */
export const logWords: LogWords = {
  acts: [
    {
      subject: 'usage',
      title: () => i18next.t('groups.usage', { ns: 'usage_log' }),
      order: 48,
      acts: {
        usage_update: () => i18next.t('what.usage_update', { ns: 'usage_log' }),
        download_ask: () => i18next.t('what.download_ask', { ns: 'usage_log' }),
        download_answer: () => i18next.t('what.download_answer', { ns: 'usage_log' }),
      },
    },
  ],
  fields: {
    usable_until: () => i18next.t('fields.usable_until', { ns: 'usage_log' }),
    asks_first: () => i18next.t('fields.asks_first', { ns: 'usage_log' }),
    days: () => i18next.t('fields.days', { ns: 'usage_log' }),
  },
  yesOrNo: ['asks_first'],
  moments: ['usable_until'],
};
