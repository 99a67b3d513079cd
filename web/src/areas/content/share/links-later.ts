import type { FunctionComponent } from 'react';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';

/** The links to an entry, and all of a person's, in files of their own with their texts. */
export const LinksSection = later(
  async () => (await Promise.all([import('./LinksSection'), loadActionTexts()]))[0],
  'LinksSection',
);

// Named, because a page knows the routes, and these know the page.
export const LinksPage: FunctionComponent = later(
  async () => (await Promise.all([import('./LinksPage'), loadActionTexts()]))[0],
  'LinksPage',
);
