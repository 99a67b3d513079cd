import { withActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';

export const IconDialog = later(() => withActionTexts(import('./IconDialog')), 'IconDialog');
