import { type EntryType, entryTypeOf } from '../../../platform/registry/entry-types';
import { useRegistry } from '../../../platform/registry/registry';
import type { Entry } from '../queries';
import { otherFile } from './entry-types';

/** The type of a file, of whatever area it is. */
export function useEntryType(entry: Pick<Entry, 'entry_type'>): EntryType {
  return entryTypeOf(useRegistry().entryTypes, entry) ?? otherFile;
}
