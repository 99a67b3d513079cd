import type { Schema } from '../../../platform/api/client';
import { dateLocale } from '../../../platform/i18n/moments';

type Bucket = Schema<'Bucket'>;

/** The key of what has no date, in a list by dates. */
export const UNDATED = 'undated';

/** The server goes no further into a bucket. */
const MOST_SKIPPED = 100_000;

/** Where a letter, a month or a year begins in a list. */
export interface Mark {
  /** On the rail: "M", "Nov", "2026". */
  short: string;
  /** In the pill: "Nov 2026". */
  long: string;
  /** A year, or the first month of one. */
  major: boolean;
  /** The place of its first entry in the whole list. */
  index: number;
  count: number;
  /** The server's cursor before it. */
  after: string;
}

/**
 * The marks of a list in its order. Signs and digits are one mark; the folders before the files are one, too. `undated`:
 * what files without a date are called.
 */
export function marksOf(buckets: readonly Bucket[], language: string, undated = ''): readonly Mark[] {
  const marks: Mark[] = [];
  let index = 0;
  let year = '';
  let group = '';
  for (const bucket of buckets) {
    const place = { index, count: bucket.count, after: bucket.after };
    index += bucket.count;
    const [ofYear = '', month] = bucket.key.split('-');
    const isTime = /^\d{4}(-\d\d)?$/.test(bucket.key);
    const key = isTime ? bucket.key : letterOf(bucket.key);
    const last = marks.at(-1);
    if (bucket.key === UNDATED) {
      marks.push({ ...place, short: '–', long: undated, major: true });
      continue;
    }
    if (last !== undefined && !isTime && group === bucket.node_type + key) {
      last.count += bucket.count;
      continue;
    }
    group = bucket.node_type + key;
    if (!isTime) {
      marks.push({ ...place, short: key, long: key, major: false });
      continue;
    }
    const major = ofYear !== year || month === undefined;
    year = ofYear;
    const name = month === undefined ? ofYear : monthOf(ofYear, month, language);
    const long = month === undefined ? ofYear : `${name} ${ofYear}`;
    marks.push({ ...place, short: major ? ofYear : name, long, major });
  }
  return marks;
}

/** The mark of a name: its first letter; signs and digits are one. */
export function letterOf(character: string): string {
  return /\p{L}/u.test(character) ? character.toLocaleUpperCase() : '#';
}

function monthOf(year: string, month: string, language: string): string {
  const format = new Intl.DateTimeFormat(dateLocale(language), { month: 'short', timeZone: 'UTC' });
  return format.format(Date.UTC(Number(year), Number(month) - 1, 15)).replace(/\.$/, '');
}

/** The mark that an entry lies in. */
export function markAt(marks: readonly Mark[], index: number): number {
  let low = 0;
  let high = Math.max(0, marks.length - 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((marks[middle]?.index ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where a page begins that shows an entry: the bucket that the entry lies in, and how far into it, in whole pages. */
export function pageAt(
  buckets: readonly Bucket[],
  index: number,
  page: number,
): { after: string; skip: number; index: number } | null {
  let start = 0;
  for (const bucket of buckets) {
    if (index < start + bucket.count) {
      const skip = Math.min(MOST_SKIPPED, Math.floor((index - start) / page) * page);
      return { after: bucket.after, skip, index: start + skip };
    }
    start += bucket.count;
  }
  return null;
}
