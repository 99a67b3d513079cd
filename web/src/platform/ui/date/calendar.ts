import { dateLocale } from '../../i18n/moments';

/** A day of the calendar without a time zone, "2026-11-22". */
export type Day = string;

const MS = 86_400_000;

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);

export function today(): Day {
  const now = new Date();
  return dayOf(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

export function addDays(day: Day, count: number): Day {
  return dayOf(timeOf(day) + count * MS);
}

/** The same day of another month; the last one, where that month is shorter. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, ofMonth = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(ofMonth, last)));
}

/** 0 is Sunday. */
const weekday = (day: Day): number => new Date(timeOf(day)).getUTCDay();

/** Weeks begin on Monday, but where Portuguese is spoken on Sunday. */
export function firstOfWeek(day: Day, language: string): Day {
  const first = language.startsWith('pt') ? 0 : 1;
  return addDays(day, -((weekday(day) - first + 7) % 7));
}

/** The weeks that a month lies in. */
export function weeksOf(day: Day, language: string): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const begin = firstOfWeek(first, language);
  const next = addMonths(first, 1);
  const weeks: Day[][] = [];
  for (let week = begin; week < next; week = addDays(week, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(week, at)));
  }
  return weeks;
}

export function words(day: Day, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(dateLocale(language), { ...options, timeZone: 'UTC' }).format(timeOf(day));
}

/** Reads what people write: "22 Nov 2026", "22 de novembro de 2026", "22/11/2026", "22.11.26", "2026-11-22". */
export function parseDay(text: string, language: string): Day | null {
  const [one = '', two = '', three = ''] =
    folded(text)
      .match(/\p{L}+|\d+/gu)
      ?.filter((part) => part !== 'de') ?? [];
  if (/^\d{4}$/.test(one)) return dayFrom(Number(one), Number(two), Number(three));
  const month = /^\d+$/.test(two) ? Number(two) : monthNamed(two, language);
  return dayFrom(three.length === 2 ? 2000 + Number(three) : Number(three), month, Number(one));
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** From 1; 0 for no month. */
function monthNamed(name: string, language: string): number {
  if (name.length < 3) return 0;
  const format = new Intl.DateTimeFormat(dateLocale(language), { month: 'long', timeZone: 'UTC' });
  const names = Array.from({ length: 12 }, (_, month) => folded(format.format(Date.UTC(2026, month, 15))));
  return names.findIndex((one) => one.startsWith(name.slice(0, 3)) && one.startsWith(name)) + 1;
}

function dayFrom(year: number, month: number, ofMonth: number): Day | null {
  const date = new Date(Date.UTC(year, month - 1, ofMonth));
  const isReal = year >= 1900 && year <= 9999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === ofMonth;
  return isReal ? dayOf(date.getTime()) : null;
}
