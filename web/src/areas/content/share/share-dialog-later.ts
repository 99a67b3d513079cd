import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';

async function load() {
  const [{ ShareDialog }] = await Promise.all([import('./ShareDialog'), loadActionTexts()]);
  return { ShareDialog };
}

/** The dialog that shares entries, in a file of its own. */
export const ShareDialog = later(load, 'ShareDialog');
