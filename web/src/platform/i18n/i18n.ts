import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en';

export type Language = 'en' | 'pt';

export const languages: readonly Language[] = ['en', 'pt'];

const storageKey = 'language';

function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'pt';
}

async function load(language: Language): Promise<void> {
  if (language === 'en' || i18next.hasResourceBundle(language, 'common')) return;
  const { pt } = await import('./pt');
  for (const [namespace, texts] of Object.entries(pt)) i18next.addResourceBundle(language, namespace, texts);
}

/** English is the default and the fallback, and comes with the page; Portuguese is fetched when it is wanted. */
export async function startI18n(): Promise<void> {
  const stored = localStorage.getItem(storageKey);
  await i18next.use(initReactI18next).init({
    resources: { en },
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'common',
    ns: Object.keys(en),
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await changeLanguage(isLanguage(stored) ? stored : 'en', { remember: false });
}

export async function changeLanguage(language: Language, { remember = true } = {}): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  if (remember) localStorage.setItem(storageKey, language);
}

/** The language of the page, for `Accept-Language` and for `Intl`. */
export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}
