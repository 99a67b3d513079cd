import type { TFunction } from 'i18next';
import type { EntryAction } from '../../../platform/registry/actions';
import { lockWords } from '../browser/lock-words';
import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';
import { offered } from './offered';

/** What could be done with these entries if nobody else had locked some of them. Nobody may end the lock by it. */
export function heldByLock(actions: readonly EntryAction[], entries: readonly Entry[]): EntryAction[] {
  if (!entries.some(isClosed)) return [];
  const open = entries.map((entry) => (isClosed(entry) ? { ...entry, locked: false } : entry));
  const now = new Set(offered(actions, entries, null));
  return offered(actions, open, null).filter((action) => !now.has(action) && action.key !== 'lock');
}

/** "Locked by Ana since 14:05", of several entries with the name of the first that is locked. */
export function lockReason(entries: readonly Entry[], t: TFunction<'content'>, locale: string): string | null {
  const closed = entries.find(isClosed);
  if (closed === undefined) return null;
  const words = lockWords(closed, t, locale);
  return entries.length > 1 ? `${closed.name}: ${words}` : words;
}
