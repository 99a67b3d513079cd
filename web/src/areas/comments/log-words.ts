import i18next from 'i18next';
import type { LogWords } from '../../platform/registry/log-words';

/** How the log words what is said about entries. */
export const logWords: LogWords = {
  acts: [
    {
      subject: 'comments',
      title: () => i18next.t('groups.comments', { ns: 'comments_log' }),
      order: 45,
      acts: {
        comment_create: () => i18next.t('what.comment_create', { ns: 'comments_log' }),
        comment_answer: () => i18next.t('what.comment_answer', { ns: 'comments_log' }),
        comment_edit: () => i18next.t('what.comment_edit', { ns: 'comments_log' }),
        comment_remove: () => i18next.t('what.comment_remove', { ns: 'comments_log' }),
        comment_resolve: () => i18next.t('what.comment_resolve', { ns: 'comments_log' }),
      },
    },
  ],
  fields: {
    comment_id: () => i18next.t('fields.comment_id', { ns: 'comments_log' }),
    resolved: () => i18next.t('fields.resolved', { ns: 'comments_log' }),
  },
  yesOrNo: ['resolved'],
};
