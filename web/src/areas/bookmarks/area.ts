import { IconBookmark } from '@tabler/icons-react';
import i18next from 'i18next';
import { defineArea } from '../../platform/registry/area';

/** Entries that people want to come back to. */
export const bookmarks = defineArea({
  name: 'bookmarks',
  routes: {},
  entryTypes: [{ key: 'shortcut', icon: IconBookmark, label: () => i18next.t('type', { ns: 'bookmarks' }) }],
  logWords: async () => (await import('./log-words')).logWords,
});
