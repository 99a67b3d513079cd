export type Language = 'en' | 'pt';

/** The first of the browser's languages that the page has, or English. */
export function languageOf(wanted: readonly string[]): Language {
  for (const one of wanted) {
    const language = one.toLowerCase().split('-')[0];
    if (language === 'en' || language === 'pt') return language;
  }
  return 'en';
}
