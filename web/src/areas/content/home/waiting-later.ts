import { loadPanelTexts } from '../../../platform/i18n/panel-texts';
import { later } from '../../../platform/routing/later';

/** With its texts, which few people need on home. */
export const WaitingStrip = later(
  async () => (await Promise.all([import('./WaitingStrip'), loadPanelTexts()]))[0],
  'WaitingStrip',
);
