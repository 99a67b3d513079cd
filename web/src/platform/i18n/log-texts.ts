import { addTexts, type Language } from './i18n';

const load = (language: Language) => (language === 'pt' ? import('./pt-log') : import('./en-log'));

/** The words of the log, loaded when it opens. */
export function loadLogTexts(): Promise<void> {
  return addTexts(load);
}
