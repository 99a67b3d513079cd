import { addTexts, type Language } from './i18n';

const load = (language: Language) => (language === 'pt' ? import('./pt-settings') : import('./en-settings'));

/** The texts of the settings, loaded when the first of its screens opens. */
export function loadSettingsTexts(): Promise<void> {
  return addTexts(load);
}
