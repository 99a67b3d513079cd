import { loadPanelTexts } from '../../../platform/i18n/panel-texts';
import { later } from '../../../platform/routing/later';

export const SentBy = later(async () => (await Promise.all([import('./SentBy'), loadPanelTexts()]))[0], 'SentBy');
