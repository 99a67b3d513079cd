import i18next from 'i18next';
import type { EntryAction, WholeSelection } from '../../../platform/registry/actions';
import { MOST_ENTRIES } from '../share/most-entries';

/** A selection of so many is loaded for what is done entry by entry. */
export const MOST_LOADED = 1000;

/** Why an action waits: for a smaller selection, for a manager, or for somebody who agrees. */
export function whyHeldBack(action: EntryAction, whole: WholeSelection | null): string {
  if (whole === null)
    return i18next.t(action.key === 'share' ? 'selection.managersShare' : 'selection.asksFirst', { ns: 'content' });
  if (action.key === 'share') return i18next.t('selection.shareFewer', { ns: 'content', most: MOST_ENTRIES });
  return i18next.t('selection.notForAll', { ns: 'content', action: action.label(), most: MOST_LOADED });
}
