import { dateLocale } from '../../../platform/i18n/moments';

/** "Nov 2026" of a moment in a month by UTC, as the server counts months. */
export function monthName(seconds: number, language: string): string {
  const format = new Intl.DateTimeFormat(dateLocale(language), { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return format.format(seconds * 1000);
}
