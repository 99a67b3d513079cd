import { addTexts, type Language } from './i18n';

const load = (language: Language) => (language === 'pt' ? import('./pt-panel') : import('./en-panel'));

/** The texts of tabs beside an entry, loaded with them. */
export function loadPanelTexts(): Promise<void> {
  return addTexts(load);
}
