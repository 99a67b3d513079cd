import i18next from 'i18next';
import type { EntryAction } from '../../../platform/registry/actions';

/** A selection of so many is loaded for what is done entry by entry. */
export const MOST_LOADED = 1000;

/** Why an action waits for a smaller selection. */
export function notForAll(action: EntryAction): string {
  return i18next.t('selection.notForAll', { ns: 'content', action: action.label(), most: MOST_LOADED });
}
