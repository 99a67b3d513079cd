import type { Language } from './i18n';

/** Each language in its own words: the one text that is never translated. */
export const languageNames: Record<Language, string> = { en: 'English', pt: 'Português' };
