import type { Language } from './i18n';

/** Each language in its own words: the only texts that are not translated. */
export const languageNames: Record<Language, string> = { en: 'English', pt: 'Português' };
