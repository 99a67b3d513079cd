import { IconBookmark } from '@tabler/icons-react';
import i18next from 'i18next';
import { defineArea } from '../../platform/registry/area';
import { settingsGroups } from '../../platform/routing/settings-groups';
import { bookmarksSettings, keepersRoute } from './routes';

/** Entries that people want to come back to. */
export const bookmarks = defineArea({
  name: 'bookmarks',
  routes: { settings: bookmarksSettings },
  settings: [
    {
      key: 'bookmarks',
      group: settingsGroups.records,
      order: 30,
      route: keepersRoute,
      icon: IconBookmark,
      label: () => i18next.t('menu.bookmarks', { ns: 'settings' }),
      about: () => i18next.t('menu.about.bookmarks', { ns: 'settings' }),
    },
  ],
  entryTypes: [{ key: 'shortcut', icon: IconBookmark, label: () => i18next.t('type', { ns: 'bookmarks' }) }],
  logWords: async () => (await import('./log-words')).logWords,
});
