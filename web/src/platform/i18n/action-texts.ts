import { addTexts, type Language } from './i18n';

const load = (language: Language) => (language === 'pt' ? import('./pt-actions') : import('./en-actions'));

/** The texts of what is done with entries, loaded with the dialogs for it. */
export function loadActionTexts(): Promise<void> {
  return addTexts(load);
}

/** A part of the page, once these texts are there, too. */
export async function withActionTexts<Module>(part: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([part, loadActionTexts()]);
  return module;
}
