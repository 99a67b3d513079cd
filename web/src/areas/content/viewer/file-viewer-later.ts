import { later } from '../../../platform/routing/later';

/** The viewer, in a file of its own: no list waits for it. */
export const FileViewer = later(() => import('./FileViewer'), 'FileViewer');
