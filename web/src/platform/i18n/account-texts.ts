import { addTexts, type Language } from './i18n';

const load = (language: Language) => (language === 'pt' ? import('./pt-account') : import('./en-account'));

/** The texts of signing in and of people's own accounts, loaded with the pages for them. */
export function loadAccountTexts(): Promise<void> {
  return addTexts(load);
}

/** A part of the page, once these texts are there, too. */
export async function withAccountTexts<Module>(part: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([part, loadAccountTexts()]);
  return module;
}
