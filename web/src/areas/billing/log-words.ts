import i18next from 'i18next';
import type { LogWords } from '../../platform/registry/log-words';

/** How the log words what is done here. */
export const logWords: LogWords = {
  acts: [
    {
      subject: 'organisation',
      order: 31,
      acts: {
        tenant_time_zone_set: () => i18next.t('what.tenant_time_zone_set', { ns: 'billing_log' }),
      },
    },
    {
      subject: 'quotas',
      title: () => i18next.t('groups.quotas', { ns: 'billing_log' }),
      order: 60,
      acts: {
        quota_create: () => i18next.t('what.quota_create', { ns: 'billing_log' }),
        quota_update: () => i18next.t('what.quota_update', { ns: 'billing_log' }),
        quota_deposit: () => i18next.t('what.quota_deposit', { ns: 'billing_log' }),
      },
    },
  ],
  kinds: [{ kind: 'quota', order: 70, label: () => i18next.t('kinds.quota', { ns: 'billing_log' }) }],
  fields: {
    amount: () => i18next.t('fields.amount', { ns: 'billing_log' }),
    balance: () => i18next.t('fields.balance', { ns: 'billing_log' }),
    balance_limit: () => i18next.t('fields.balance_limit', { ns: 'billing_log' }),
    monthly_credit: () => i18next.t('fields.monthly_credit', { ns: 'billing_log' }),
    time_zone: () => i18next.t('fields.time_zone', { ns: 'billing_log' }),
    type_of_billing: () => i18next.t('fields.type_of_billing', { ns: 'billing_log' }),
  },
};
