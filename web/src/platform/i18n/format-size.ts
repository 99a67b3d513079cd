const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** "8.9 MB": base 1024, one decimal from KB on. The number and its unit stand on one line. */
export function formatSize(bytes: number, locale: string, base: 1024 | 1000 = 1024): string {
  let value = bytes;
  let unit = 0;
  while (value >= base && unit < UNITS.length - 1) {
    value /= base;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits, minimumFractionDigits: 0 }).format(value)}\u00a0${UNITS[unit]}`;
}
