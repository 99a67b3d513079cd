import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';

async function load() {
  const [{ MoveDialog }] = await Promise.all([import('./MoveDialog'), loadActionTexts()]);
  return { MoveDialog };
}

/** The dialog that asks where entries go, in a file of its own. */
export const MoveDialog = later(load, 'MoveDialog');
