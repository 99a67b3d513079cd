/** "26 Oct 2026", "26 out. 2026" for an epoch in seconds: a column has no room for the words in between. */
export function formatDay(seconds: number, locale: string): string {
  const parts = formatter(locale, { day: 'numeric', month: 'short', year: 'numeric' }).formatToParts(seconds * 1000);
  return parts.flatMap(({ type, value }) => (type === 'literal' ? [] : [value])).join(' ');
}

export function formatMoment(seconds: number, locale: string): string {
  return formatter(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs more than using it a hundred times. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const british = locale === 'en' ? 'en-GB' : locale;
  const key = british + JSON.stringify(options);
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(british, options);
  formatters.set(key, known);
  return known;
}
