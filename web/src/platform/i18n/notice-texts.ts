import { addTexts, type Language } from './i18n';

const load = (language: Language) => (language === 'pt' ? import('./pt-notices') : import('./en-notices'));

/** The texts of notices, loaded with the list of the bell. */
export function loadNoticeTexts(): Promise<void> {
  return addTexts(load);
}

/** A part of the page, once these texts are there, too. */
export async function withNoticeTexts<Module>(part: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([part, loadNoticeTexts()]);
  return module;
}
