import i18next from 'i18next';
import type { LogWords } from '../../platform/registry/log-words';

/** What happens to the installation itself, and words that several areas record. */
export const logWords: LogWords = {
  acts: [
    {
      subject: 'messages',
      title: () => i18next.t('groups.messages', { ns: 'systemlog_log' }),
      order: 70,
      acts: {
        send_message: () => i18next.t('what.send_message', { ns: 'systemlog_log' }),
        send_share_message: () => i18next.t('what.send_share_message', { ns: 'systemlog_log' }),
      },
    },
    {
      subject: 'commands',
      title: () => i18next.t('groups.commands', { ns: 'systemlog_log' }),
      order: 80,
      acts: {
        first_start: () => i18next.t('what.first_start', { ns: 'systemlog_log' }),
        'user create': () => i18next.t('what.user create', { ns: 'systemlog_log' }),
        'user reset-password': () => i18next.t('what.user reset-password', { ns: 'systemlog_log' }),
        restore: () => i18next.t('what.restore', { ns: 'systemlog_log' }),
        database_move: () => i18next.t('what.database_move', { ns: 'systemlog_log' }),
      },
    },
  ],
  kinds: [{ kind: 'installation', order: 120, label: () => i18next.t('kinds.installation', { ns: 'systemlog_log' }) }],
  fields: {
    active: () => i18next.t('fields.active', { ns: 'systemlog_log' }),
    created: () => i18next.t('fields.created', { ns: 'systemlog_log' }),
    key: () => i18next.t('fields.key', { ns: 'systemlog_log' }),
    name: () => i18next.t('fields.name', { ns: 'systemlog_log' }),
    note: () => i18next.t('fields.note', { ns: 'systemlog_log' }),
    reason: () => i18next.t('fields.reason', { ns: 'systemlog_log' }),
    subject: () => i18next.t('fields.subject', { ns: 'systemlog_log' }),
    title: () => i18next.t('fields.title', { ns: 'systemlog_log' }),
  },
  yesOrNo: ['active', 'created'],
};
