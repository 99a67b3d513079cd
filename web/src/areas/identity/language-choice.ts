import { currentLanguage, type Language, languages } from '../../platform/i18n/i18n';
import { languageNames } from '../../platform/i18n/language-names';

/** Languages by number, because choices have numbers. */
export const languageCodes = languages.map((language, code) => ({ code, name: languageNames[language] }));

export function codeOf(language: Language = currentLanguage()): number {
  return languages.indexOf(language);
}

export function languageOf(code: number | null): Language {
  return languages[code ?? 0] ?? 'en';
}
