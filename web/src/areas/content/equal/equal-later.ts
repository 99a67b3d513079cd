import type { FunctionComponent } from 'react';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';

/** Where else the content of a file is, and the equal files of a repository, in files of their own with their texts. */
export const AlsoIn = later(() => withActionTexts(import('./AlsoIn')), 'AlsoIn');

/** The pictures that look like a picture. */
export const LooksAlike = later(() => withActionTexts(import('./LooksAlike')), 'LooksAlike');

// Named, because a page knows the routes, and these know the page.
export const EqualPage: FunctionComponent = later(() => withActionTexts(import('./EqualPage')), 'EqualPage');
