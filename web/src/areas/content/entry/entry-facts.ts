import type { TFunction } from 'i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { formatDay } from '../../../platform/i18n/moments';
import type { Entry } from '../queries';

/** The server counts visible entries up to here; one more means "more than that". */
export const COUNTED_TO = 1000;

/** "8.9 MB · 26 Oct 2026" for a file, "12 items" for a folder; empty for a folder that can only be traversed. */
export function factsOf(entry: Entry, t: TFunction<'content'>, locale: string): string {
  if (entry.role === null) return '';
  if (entry.node_type === 'file') {
    const day = formatDay(entry.modified_at, locale);
    return entry.size === null ? day : `${formatSize(entry.size, locale)} · ${day}`;
  }
  if (entry.item_count === null) return formatDay(entry.modified_at, locale);
  return itemCount(entry.item_count, t, locale);
}

export function itemCount(count: number, t: TFunction<'content'>, locale: string): string {
  if (count > COUNTED_TO) return t('items.many', { limit: new Intl.NumberFormat(locale).format(COUNTED_TO) });
  return t('items.count', { count });
}
