export type Agent = { browser: string | null; system: string | null; mobile: boolean };

/** In this order, because browsers also name those they descend from. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: readonly [RegExp, string][] = [
  [/Windows NT/, 'Windows'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

function first(known: readonly [RegExp, string][], text: string): string | null {
  return known.find(([sign]) => sign.test(text))?.[1] ?? null;
}

/** A browser's `User-Agent` in two words; it may contain anything, so nothing depends on it. */
export function describeAgent(userAgent: string | null): Agent {
  const text = userAgent ?? '';
  return { browser: first(browsers, text), system: first(systems, text), mobile: /Mobi|Android|iPad/.test(text) };
}
