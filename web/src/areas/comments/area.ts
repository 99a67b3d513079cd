import { defineArea } from '../../platform/registry/area';
import type log from './locales/en-log.json';
import type notices from './locales/en-notices.json';
import type panel from './locales/en-panel.json';

declare module '../../platform/i18n/texts' {
  interface Texts {
    comments_log: typeof log;
    comments_notices: typeof notices;
    comments_panel: typeof panel;
  }
}

/** What people say about entries, in a tab beside them and over their pictures. */
export const comments = defineArea({
  name: 'comments',
  routes: {},
  detailTabs: async () => (await import('./detail-tabs')).detailTabs(),
  logWords: async () => (await import('./log-words')).logWords,
  notices: async () => (await import('./notices')).noticeKinds,
});
