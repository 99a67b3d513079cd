import type { FunctionComponent } from 'react';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';

/** The links to an entry, and all of a person's, in files of their own with their texts. */
export const LinksSection = later(() => withActionTexts(import('./LinksSection')), 'LinksSection');

// Named, because a page knows the routes, and these know the page.
export const LinksPage: FunctionComponent = later(() => withActionTexts(import('./LinksPage')), 'LinksPage');
