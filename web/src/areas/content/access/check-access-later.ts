import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';

async function load() {
  const [{ CheckAccess }] = await Promise.all([import('./CheckAccess'), loadActionTexts()]);
  return { CheckAccess };
}

/** The field that checks somebody's access, in a file of its own. */
export const CheckAccess = later(load, 'CheckAccess');
