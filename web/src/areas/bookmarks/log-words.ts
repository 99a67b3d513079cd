import i18next from 'i18next';
import type { LogWords } from '../../platform/registry/log-words';

/** How the log words what is done here. */
export const logWords: LogWords = {
  acts: [
    {
      subject: 'files',
      order: 41,
      acts: {
        bookmark_set: () => i18next.t('what.bookmark_set', { ns: 'system_log' }),
        bookmarks_drop: () => i18next.t('what.bookmarks_drop', { ns: 'system_log' }),
      },
    },
  ],
  fields: {
    bookmarks: () => i18next.t('fields.bookmarks', { ns: 'system_log' }),
  },
};
