import { loadViewerTexts } from '../../../platform/i18n/viewer-texts';
import { later } from '../../../platform/routing/later';

async function load() {
  const [{ FileViewer }] = await Promise.all([import('./FileViewer'), loadViewerTexts()]);
  return { FileViewer };
}

/** The viewer, in files of its own: no list waits for it. */
export const FileViewer = later(load, 'FileViewer');
