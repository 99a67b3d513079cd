import i18next from 'i18next';
import type { LogWords } from '../../platform/registry/log-words';

/** What happens to the installation itself, and words that several areas record. */
export const logWords: LogWords = {
  acts: [
    {
      subject: 'messages',
      title: () => i18next.t('groups.messages', { ns: 'system_log' }),
      order: 70,
      acts: {
        send_message: () => i18next.t('what.send_message', { ns: 'system_log' }),
        send_share_message: () => i18next.t('what.send_share_message', { ns: 'system_log' }),
      },
    },
    {
      subject: 'commands',
      title: () => i18next.t('groups.commands', { ns: 'system_log' }),
      order: 80,
      acts: {
        first_start: () => i18next.t('what.first_start', { ns: 'system_log' }),
        'user create': () => i18next.t('what.user create', { ns: 'system_log' }),
        'user reset-password': () => i18next.t('what.user reset-password', { ns: 'system_log' }),
        restore: () => i18next.t('what.restore', { ns: 'system_log' }),
        database_move: () => i18next.t('what.database_move', { ns: 'system_log' }),
      },
    },
  ],
  kinds: [{ kind: 'installation', order: 120, label: () => i18next.t('kinds.installation', { ns: 'system_log' }) }],
  fields: {
    active: () => i18next.t('fields.active', { ns: 'system_log' }),
    created: () => i18next.t('fields.created', { ns: 'system_log' }),
    key: () => i18next.t('fields.key', { ns: 'system_log' }),
    name: () => i18next.t('fields.name', { ns: 'system_log' }),
    note: () => i18next.t('fields.note', { ns: 'system_log' }),
    reason: () => i18next.t('fields.reason', { ns: 'system_log' }),
    subject: () => i18next.t('fields.subject', { ns: 'system_log' }),
    title: () => i18next.t('fields.title', { ns: 'system_log' }),
  },
  yesOrNo: ['active', 'created'],
};
