import { later } from '../../../platform/routing/later';

export const RepositoryPointerMenu = later(() => import('./RepositoryPointerMenu'), 'RepositoryPointerMenu');
