import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';

async function load() {
  const [{ DownloadAsDialog }] = await Promise.all([import('./DownloadAsDialog'), loadActionTexts()]);
  return { DownloadAsDialog };
}

/** The dialog that asks for a size and a format, in a file of its own. */
export const DownloadAsDialog = later(load, 'DownloadAsDialog');

async function loadMany() {
  const [{ DownloadManyDialog }] = await Promise.all([import('./DownloadManyDialog'), loadActionTexts()]);
  return { DownloadManyDialog };
}

/** The same for many pictures. */
export const DownloadManyDialog = later(loadMany, 'DownloadManyDialog');
