import { addTexts, type Language } from './i18n';

const load = (language: Language) => (language === 'pt' ? import('./pt-viewer') : import('./en-viewer'));

/** The texts of the viewer of files, loaded with it. */
export function loadViewerTexts(): Promise<void> {
  return addTexts(load);
}
