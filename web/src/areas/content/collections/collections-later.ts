import type { FunctionComponent } from 'react';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';

// Named, because a page knows the routes, and these know the page.
export const CollectionsPage: FunctionComponent = later(
  async () => (await Promise.all([import('./CollectionsPage'), loadActionTexts()]))[0],
  'CollectionsPage',
);

export const CollectionPage: FunctionComponent = later(
  async () => (await Promise.all([import('./CollectionPage'), loadActionTexts()]))[0],
  'CollectionPage',
);
