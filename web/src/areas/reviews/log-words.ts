import i18next from 'i18next';
import type { LogWords } from '../../platform/registry/log-words';

/** How the log words reviews of files. */
export const logWords: LogWords = {
  acts: [
    {
      subject: 'reviews',
      title: () => i18next.t('groups.reviews', { ns: 'reviews_log' }),
      order: 47,
      acts: {
        review_create: () => i18next.t('what.review_create', { ns: 'reviews_log' }),
        review_answer: () => i18next.t('what.review_answer', { ns: 'reviews_log' }),
        review_change: () => i18next.t('what.review_change', { ns: 'reviews_log' }),
        review_close: () => i18next.t('what.review_close', { ns: 'reviews_log' }),
        review_reviewer_add: () => i18next.t('what.review_reviewer_add', { ns: 'reviews_log' }),
        review_reviewer_remove: () => i18next.t('what.review_reviewer_remove', { ns: 'reviews_log' }),
      },
    },
  ],
  fields: {
    state: () => i18next.t('fields.state', { ns: 'reviews_log' }),
    review_id: () => i18next.t('fields.review_id', { ns: 'reviews_log' }),
    reviewers: () => i18next.t('fields.reviewers', { ns: 'reviews_log' }),
    one_is_enough: () => i18next.t('fields.one_is_enough', { ns: 'reviews_log' }),
    due_on: () => i18next.t('fields.due_on', { ns: 'reviews_log' }),
    approves: () => i18next.t('fields.approves', { ns: 'reviews_log' }),
  },
  values: {
    'state waiting': () => i18next.t('values.waiting', { ns: 'reviews_log' }),
    'state approved': () => i18next.t('values.approved', { ns: 'reviews_log' }),
    'state changes_asked': () => i18next.t('values.changes_asked', { ns: 'reviews_log' }),
  },
  yesOrNo: ['one_is_enough', 'approves'],
  technical: ['review_id'],
};
