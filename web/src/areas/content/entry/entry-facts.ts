import type { TFunction } from 'i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { formatShort } from '../../../platform/i18n/moments';
import { lockWords } from '../browser/lock-words';
import { isClosed } from '../move/may-move';
import { isByDate, type Order } from '../orders';
import type { Entry } from '../queries';

/** The date that a list of that order shows: when it was changed, or when its picture was taken. */
export function dateOf({ modified_at, preview }: Pick<Entry, 'modified_at' | 'preview'>, order: Order | null): number {
  return isByDate(order) ? (preview.taken_at ?? modified_at) : modified_at;
}

/**
 * "8.9 MB · 26 Oct" for a file, "12 items" for a folder, and of both who has locked them for others; empty for a
 * folder that can only be traversed.
 */
export function factsOf(entry: Entry, t: TFunction<'content'>, locale: string, order: Order | null = null): string {
  if (entry.role === null) return '';
  if (isClosed(entry)) return lockWords(entry, t, locale);
  if (entry.node_type === 'file') {
    const when = formatShort(dateOf(entry, order), locale);
    return entry.size === null ? when : `${formatSize(entry.size, locale)} · ${when}`;
  }
  if (entry.item_count === null) return formatShort(entry.modified_at, locale);
  return itemCount(entry.item_count, t, locale, entry.item_count_at_least);
}

/** "1200 × 800" of a file that has pixels of its own, and tells how many. */
export function pixelsOf({ width, height, scales, poster }: Entry['preview']): string | null {
  return width && height && !scales && !poster ? `${width} × ${height}` : null;
}

/** "128 entries"; of a number that was not counted to its end, the thousands: "61,000+ entries". */
export function itemCount(count: number, t: TFunction<'content'>, locale: string, atLeast = false): string {
  if (count === 0) return t('items.none');
  if (!atLeast) return t('items.count', { count });
  return t('items.many', { limit: new Intl.NumberFormat(locale).format(Math.floor(count / 1000) * 1000) });
}
