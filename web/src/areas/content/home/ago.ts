import { dateLocale, formatDay } from '../../../platform/i18n/moments';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** Midnight before a moment, where the user is. */
function dayOf(seconds: number): number {
  return new Date(seconds * 1000).setHours(0, 0, 0, 0);
}

/** How many days ago it was, by the calendar. */
function daysAgo(seconds: number, now: number): number {
  return Math.round((dayOf(now) - dayOf(seconds)) / (DAY * 1000));
}

/** "40 minutes ago", "yesterday", "3 days ago", and the day itself after a week; both in seconds. */
export function ago(seconds: number, now: number, language: string): string {
  const relative = new Intl.RelativeTimeFormat(dateLocale(language), { numeric: 'auto' });
  const passed = Math.max(0, now - seconds);
  const days = daysAgo(seconds, now);
  if (passed < MINUTE) return relative.format(0, 'second');
  if (passed < HOUR) return relative.format(-Math.floor(passed / MINUTE), 'minute');
  if (days === 0) return relative.format(-Math.floor(passed / HOUR), 'hour');
  if (passed < WEEK) return relative.format(-days, 'day');
  return formatDay(seconds, language);
}

/** "today", "yesterday", "3 days ago", and the date after a week; both in seconds. */
export function dayAgo(seconds: number, now: number, language: string): string {
  const days = Math.max(0, daysAgo(seconds, now));
  if (days > 6) return formatDay(seconds, language);
  return new Intl.RelativeTimeFormat(dateLocale(language), { numeric: 'auto' }).format(-days, 'day');
}

/** "Today", "Yesterday", "Friday", and the date after a week: the name of a day as a heading. */
export function dayName(seconds: number, now: number, language: string): string {
  const days = daysAgo(seconds, now);
  if (days > 6) return formatDay(seconds, language);
  const words =
    days < 2
      ? new Intl.RelativeTimeFormat(dateLocale(language), { numeric: 'auto' }).format(-Math.max(0, days), 'day')
      : new Intl.DateTimeFormat(dateLocale(language), { weekday: 'long' }).format(seconds * 1000);
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}
