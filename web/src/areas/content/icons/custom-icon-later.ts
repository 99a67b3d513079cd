import { later } from '../../../platform/routing/later';

/** Few entries have an icon: what draws one is loaded with the first. */
export const CustomIcon = later(() => import('./CustomIcon'), 'CustomIcon');
