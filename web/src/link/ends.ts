import { dateLocale, formatTime } from '../platform/i18n/moments';
import { currentLanguage, say } from './texts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Until when the link works, as one would say it, in the time of the place where one is. */
export function endWords(expiresAt: number, now: number): string {
  const left = expiresAt - now;
  if (left < HOUR) return say('endsInMinutes', { count: Math.max(1, Math.ceil(left / 60)) });
  const time = formatTime(expiresAt, currentLanguage());
  const days = daysBetween(now, expiresAt);
  if (days === 0) return say('endsToday', { time });
  if (days === 1) return say('endsTomorrow', { time });
  if (days < 7) return say('endsOnDay', { day: written(expiresAt, { weekday: 'long' }), time });
  return say('endsOnDate', { date: written(expiresAt, { day: 'numeric', month: 'long', year: 'numeric' }) });
}

/** The whole moment, with the zone of its time. */
export function exactEnd(expiresAt: number): string {
  return written(expiresAt, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

function daysBetween(from: number, to: number): number {
  return Math.round((midnight(to) - midnight(from)) / DAY);
}

function midnight(seconds: number): number {
  return new Date(seconds * 1000).setHours(0, 0, 0, 0) / 1000;
}

function written(seconds: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(dateLocale(currentLanguage()), options).format(seconds * 1000);
}
