/** The locale of dates and numbers: English without a country is written as outside America, day first. */
export function dateLocale(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}
