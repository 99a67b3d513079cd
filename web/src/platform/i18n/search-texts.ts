import { addTexts, type Language } from './i18n';

const load = (language: Language) => (language === 'pt' ? import('./pt-search') : import('./en-search'));

/** The texts of searches, loaded with the screen or the palette. */
export function loadSearchTexts(): Promise<void> {
  return addTexts(load);
}
