import type { FunctionComponent } from 'react';
import { loadPanelTexts } from '../../../platform/i18n/panel-texts';
import { later } from '../../../platform/routing/later';

// Named, because a page knows the routes, and these know the page.
export const InsightsPage: FunctionComponent = later(
  async () => (await Promise.all([import('./InsightsPage'), loadPanelTexts()]))[0],
  'InsightsPage',
);
