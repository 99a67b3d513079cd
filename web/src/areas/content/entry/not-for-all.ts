import i18next from 'i18next';
import type { EntryAction } from '../../../platform/registry/actions';

/** Why an action waits for a smaller selection. */
export function notForAll(action: EntryAction): string {
  return i18next.t('selection.notForAll', { ns: 'content', action: action.label() });
}
