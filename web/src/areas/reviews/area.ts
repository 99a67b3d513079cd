import { IconUserCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import { loadPanelTexts } from '../../platform/i18n/panel-texts';
import { defineArea } from '../../platform/registry/area';
import { later } from '../../platform/routing/later';
import type texts from './locales/en.json';
import type log from './locales/en-log.json';
import type notices from './locales/en-notices.json';
import type panel from './locales/en-panel.json';
import { mayBeAskedAbout } from './may-be-asked-about';

declare module '../../platform/i18n/texts' {
  interface Texts {
    reviews: typeof texts;
    reviews_log: typeof log;
    reviews_notices: typeof notices;
    reviews_panel: typeof panel;
  }
}

const asking = () => import('./ask-for-review');

/** People are asked to approve files: in a tab beside each, and by a chip that says what they answered. */
export const reviews = defineArea({
  name: 'reviews',
  routes: {},
  entryActions: [
    {
      key: 'ask_for_review',
      order: 48,
      act: 'ask_for_review',
      icon: IconUserCheck,
      label: () => i18next.t('ask', { ns: 'reviews' }),
      shortcut: null,
      fits: (entries) => entries.length > 0 && entries.every(mayBeAskedAbout),
      run: (entries, context) => void asking().then(({ askForReview }) => askForReview(entries, context)),
    },
  ],
  entryChips: [
    {
      key: 'review',
      fits: ({ review }) => review != null,
      Chip: later(async () => (await Promise.all([import('./ReviewChip'), loadPanelTexts()]))[0], 'ReviewChip'),
    },
  ],
  detailTabs: async () => (await import('./detail-tabs')).detailTabs(),
  logWords: async () => (await import('./log-words')).logWords,
  notices: async () => (await import('./notices')).noticeKinds,
});
