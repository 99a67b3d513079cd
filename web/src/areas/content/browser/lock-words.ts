import type { TFunction } from 'i18next';
import { formatMoment, formatTime } from '../../../platform/i18n/moments';
import type { Entry } from '../queries';

const DAY_MS = 86_400_000;

/** "Locked by Ana since 14:05"; of an earlier day with the day. */
export function lockWords(
  { locked_by_name: name, locked_at: at, is_locked_by_me: mine }: Partial<Entry>,
  t: TFunction<'content'>,
  locale: string,
): string {
  if (!at || (!name && !mine)) return t('lock.locked');
  const format = Date.now() - at * 1000 < DAY_MS / 2 ? formatTime : formatMoment;
  return t(mine ? 'lock.mine' : 'lock.by', { name, since: format(at, locale) });
}
