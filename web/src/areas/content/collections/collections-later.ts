import type { FunctionComponent } from 'react';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';

// Named, because a page knows the routes, and these know the page.
export const CollectionsPage: FunctionComponent = later(
  () => withActionTexts(import('./CollectionsPage')),
  'CollectionsPage',
);

export const CollectionPage: FunctionComponent = later(
  () => withActionTexts(import('./CollectionPage')),
  'CollectionPage',
);
