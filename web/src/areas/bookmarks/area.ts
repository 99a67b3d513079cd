import { defineArea } from '../../platform/registry/area';

/** Entries that people want to come back to. */
export const bookmarks = defineArea({
  name: 'bookmarks',
  routes: {},
  logWords: async () => (await import('./log-words')).logWords,
});
