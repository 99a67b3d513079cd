import { addTexts, type Language } from './i18n';

const load = (language: Language) => (language === 'pt' ? import('./pt-home') : import('./en-home'));

/** A part of home, once its texts are there, too. */
export async function withHomeTexts<Module>(part: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([part, addTexts(load)]);
  return module;
}
