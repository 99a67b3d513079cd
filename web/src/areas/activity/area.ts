import { defineArea } from '../../platform/registry/area';
import { later } from '../../platform/routing/later';
import type texts from './locales/en.json';
import { Bell, Recent, Tray } from './widgets';

declare module '../../platform/i18n/texts' {
  interface Texts {
    activity: typeof texts;
  }
}

/** Background actions, with the uploads of this page among them, and the live events of the signed-in user. */
export const activity = defineArea({
  name: 'activity',
  routes: {},
  shell: { Around: later(() => import('./ActivityProvider'), 'ActivityProvider'), Bar: Bell, Corner: Tray },
  homeWidgets: [{ key: 'recent', order: 10, Widget: Recent }],
  live: async () => (await import('./live-actions')).liveActions,
});
