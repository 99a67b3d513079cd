import { defineArea } from '../../platform/registry/area';
import { later } from '../../platform/routing/later';
import type texts from './locales/en.json';
import type notices from './locales/en-notices.json';
import type tray from './locales/en-tray.json';
import { Bell, Recent, Tray } from './widgets';

declare module '../../platform/i18n/texts' {
  interface Texts {
    activity: typeof texts;
    activity_notices: typeof notices;
    activity_tray: typeof tray;
  }
}

/** Notices and background actions, with the uploads of this page among them, and the live events of the signed-in user. */
export const activity = defineArea({
  name: 'activity',
  routes: {},
  shell: { Around: later(() => import('./ActivityProvider'), 'ActivityProvider'), Bar: Bell, Corner: Tray },
  homeWidgets: [{ key: 'recent', order: 10, Widget: Recent }],
  live: async () => (await import('./live-actions')).liveActions,
});
