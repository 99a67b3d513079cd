import { dateLocale } from '../../../platform/i18n/moments';
import { dateOf } from '../entry/entry-facts';
import { isByDate, type Order } from '../orders';
import type { Entry } from '../queries';
import type { LongList } from './browser-view';
import { letterOf, UNDATED } from './bucket-marks';

/** Files that belong under one heading: of a day, a month, a year, or with a letter. */
export interface Group {
  /** "2026-11-28", "2026-11", "2026", "M", `UNDATED`, or empty for all that have a date. */
  key: string;
  count: number;
}

/** Headings over fewer files than these, on average, would be most of what one sees. */
const LEAST_OF_TIME = 3;
const LEAST_OF_LETTER = 12;
const DAY = 86_400;
/** The lengths of the keys of days, months and years. */
const SCALES = [10, 7, 4] as const;

/** The groups of the files of a list in its order; none if it is better shown as one. */
export function groupsOf(entries: readonly Entry[], list: LongList | null, order: Order | null): readonly Group[] {
  if (order === null || order.endsWith('size')) return [];
  if (order.endsWith('name')) {
    const letters = list === null ? [] : merged(filesOf(list), letterOf);
    return average(letters) < LEAST_OF_LETTER ? [] : letters;
  }
  const finest = list === null ? datesOf(entries, order) : filesOf(list);
  const [dated, undated] = [
    finest.filter(isDated),
    merged(
      finest.filter((one) => !isDated(one)),
      (key) => key,
    ),
  ];
  for (const length of SCALES) {
    const groups = merged(dated, (key) => key.slice(0, length));
    if (average(groups) >= LEAST_OF_TIME) return [...groups, ...undated];
  }
  // What has no date is told apart in any case.
  return undated.length === 0 ? [] : [...merged(dated, () => ''), ...undated];
}

const isDated = ({ key }: Group) => key !== UNDATED;

function filesOf({ buckets }: LongList): readonly Group[] {
  return buckets.filter((bucket) => bucket.node_type === 'file');
}

/** The files of each day, however few, of a list in which the newest come first. */
export function daysOf(entries: readonly Entry[]): readonly Group[] {
  return merged(datesOf(entries, '-modified_at'), (key) => key);
}

function datesOf(entries: readonly Entry[], order: Order): readonly Group[] {
  const files = entries.filter((entry) => entry.node_type === 'file');
  const isUndated = (file: Entry) => isByDate(order) && (file.preview.taken_at ?? null) === null;
  return files.map((file) => ({
    key: isUndated(file) ? UNDATED : dayKey(new Date(dateOf(file, order) * 1000)),
    count: 1,
  }));
}

function dayKey(day: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Neighbours of the same key are one. */
function merged(groups: readonly Group[], keyOf: (key: string) => string): readonly Group[] {
  const all: Group[] = [];
  for (const group of groups) {
    const [key, last] = [keyOf(group.key), all.at(-1)];
    if (last?.key === key) last.count += group.count;
    else all.push({ key, count: group.count });
  }
  return all;
}

function average(groups: readonly Group[]): number {
  return groups.length === 0 ? 0 : groups.reduce((sum, { count }) => sum + count, 0) / groups.length;
}

/** "Today", "Friday, 20 November", "November 2026", "2026" or "M". */
export function groupTitle(key: string, now: number, language: string): string {
  const [year = 0, month, day] = key.split('-').map(Number);
  if (Number.isNaN(year) || month === undefined) return key;
  const at = new Date(year, month - 1, day ?? 1);
  if (day === undefined) return titled(at, language, { month: 'long', year: 'numeric' });
  const daysAgo = [0, 1].find((days) => dayKey(new Date((now - days * DAY) * 1000)) === key);
  if (daysAgo !== undefined)
    return capital(
      new Intl.RelativeTimeFormat(dateLocale(language), { numeric: 'auto' }).format(-daysAgo, 'day'),
      language,
    );
  const isOfThisYear = year === new Date(now * 1000).getFullYear();
  const words = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return titled(at, language, isOfThisYear ? words : { ...words, year: 'numeric' });
}

function titled(at: Date, language: string, words: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(dateLocale(language), words).format(at);
  return capital(text, language);
}

const capital = (text: string, language: string) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
