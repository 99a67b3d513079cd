/** The locale of dates and numbers: English without a country is formatted day first, as outside America. */
export function dateLocale(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

/** "26 Oct 2026", "26 out. 2026" for an epoch in seconds: a column has no space for the words in between. */
export function formatDay(seconds: number, language: string, timeZone?: string): string {
  const options = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(timeZone !== undefined && { timeZone }),
  } as const;
  const parts = formatter(language, options).formatToParts(seconds * 1000);
  return parts.flatMap(({ type, value }) => (type === 'literal' ? [] : [value])).join(' ');
}

/** As short as a card needs it: "14:05" today, "26 Oct" this year, "26 Oct 2026" before. */
export function formatShort(seconds: number, language: string, now = new Date()): string {
  const then = new Date(seconds * 1000);
  if (then.toDateString() === now.toDateString()) return formatTime(seconds, language);
  const day = formatDay(seconds, language);
  return then.getFullYear() === now.getFullYear() ? day.replace(/ \d{4}$/, '') : day;
}

type Clock = { timeZone?: string | undefined; withSeconds?: boolean };

/** The day and the time, "26 Oct 2026, 14:05". */
export function formatMoment(seconds: number, language: string, { timeZone, withSeconds = false }: Clock = {}): string {
  const timeStyle = withSeconds ? 'medium' : 'short';
  const time = formatter(language, { timeStyle, ...(timeZone !== undefined && { timeZone }) });
  return `${formatDay(seconds, language, timeZone)}, ${time.format(seconds * 1000)}`;
}

/** The time alone, "14:05", for what comes within hours. */
export function formatTime(seconds: number, language: string): string {
  return formatter(language, { timeStyle: 'short' }).format(seconds * 1000);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs more than using it a hundred times. */
function formatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(dateLocale(language), options);
  formatters.set(key, known);
  return known;
}
