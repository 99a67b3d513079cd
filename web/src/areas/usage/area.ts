import { loadPanelTexts } from '../../platform/i18n/panel-texts';
import { defineArea } from '../../platform/registry/area';
import { later } from '../../platform/routing/later';
import { askAction } from './ask-action';
import type texts from './locales/en.json';
import type log from './locales/en-log.json';
import type notices from './locales/en-notices.json';
import type panel from './locales/en-panel.json';

declare module '../../platform/i18n/texts' {
  interface Texts {
    usage: typeof texts;
    usage_log: typeof log;
    usage_notices: typeof notices;
    usage_panel: typeof panel;
  }
}

/** Until when entries may be used, and whether their readers ask before they download. */
export const usage = defineArea({
  name: 'usage',
  routes: {},
  entryActions: [askAction],
  entryChips: [
    {
      key: 'usage',
      fits: ({ usable_until }) => usable_until != null && usable_until <= Date.now() / 1000,
      Chip: later(async () => (await Promise.all([import('./EndedChip'), loadPanelTexts()]))[0], 'EndedChip'),
    },
  ],
  detailTabs: async () => (await import('./detail-tabs')).detailTabs(),
  homeWidgets: [
    {
      key: 'usage_ending',
      order: 7,
      Widget: later(async () => (await Promise.all([import('./EndingSoon'), loadPanelTexts()]))[0], 'EndingSoon'),
    },
  ],
  logWords: async () => (await import('./log-words')).logWords,
  live: async () => (await import('./live')).followAnswers,
  notices: async () => (await import('./notices')).noticeKinds,
});
