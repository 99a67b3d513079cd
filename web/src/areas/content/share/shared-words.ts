import type { TFunction } from 'i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { itemCount } from '../entry/entry-facts';
import type { Entry } from '../queries';

type Words = TFunction<readonly ['content_actions', 'content']>;

/** What a link to these entries shows: "12 files, 48 MB", "a folder with 128 entries and everything inside". */
export function sharedOf(entries: readonly Entry[], t: Words, inLists: TFunction<'content'>, language: string): string {
  const files = entries.filter((entry) => entry.node_type === 'file');
  const folders = entries.filter((entry) => entry.node_type !== 'file');
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const parts: (string | false)[] = [
    foldersOf(folders, t, inLists, language),
    files.length > 0 && t('content_actions:share.files', { count: files.length, size: formatSize(bytes, language) }),
  ];
  return new Intl.ListFormat(language).format(parts.filter((part) => part !== false));
}

function foldersOf(folders: readonly Entry[], t: Words, inLists: TFunction<'content'>, language: string) {
  const [first, ...others] = folders;
  if (first === undefined) return false;
  const { item_count: count, item_count_at_least: atLeast } = first;
  if (others.length > 0 || count === null || count === 0)
    return t('content_actions:share.folders', { count: folders.length });
  return t('content_actions:share.folder', { items: itemCount(count, inLists, language, atLeast) });
}

/** How many of several files visitors may download; null if it is all of them or none, as far as the list knows. */
export function downloadableOf(entries: readonly Entry[], now: number): number | null {
  const files = entries.filter((entry) => entry.node_type === 'file');
  const free = files.filter(({ usable_until: end }) => end == null || end > now).length;
  return free === files.length || free === 0 ? null : free;
}

/** The marks in effect on any of them, each once. */
export function marksOf(entries: readonly Entry[]): string[] {
  return [...new Set(entries.flatMap(({ marks }) => marks.map((mark) => mark.security_mark_key)))];
}
