import { addTexts, type Language } from './i18n';

const load = (language: Language) => (language === 'pt' ? import('./pt-tray') : import('./en-tray'));

/** The texts of uploads and background actions, loaded with the tray and the list of the bell. */
export function loadTrayTexts(): Promise<void> {
  return addTexts(load);
}

/** A part of the page, once these texts are there, too. */
export async function withTrayTexts<Module>(part: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([part, loadTrayTexts()]);
  return module;
}
