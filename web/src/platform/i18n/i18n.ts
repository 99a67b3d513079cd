import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { texts as en } from './en';
import { type Language, languageOf } from './language-of';

export type { Language };

export const languages: readonly Language[] = ['en', 'pt'];

const storageKey = 'language';

function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'pt';
}

type LoadTexts = (language: Language) => Promise<{ texts: object }>;

/** The texts that were requested beyond those of the first page, and the languages in which they are loaded. */
const later = new Map<LoadTexts, Set<Language>>();

function add(language: Language, texts: object): void {
  for (const [namespace, words] of Object.entries(texts)) i18next.addResourceBundle(language, namespace, words);
}

async function loadLater(language: Language): Promise<void> {
  await Promise.all(
    [...later].map(async ([load, there]) => {
      if (there.has(language)) return;
      add(language, (await load(language)).texts);
      there.add(language);
    }),
  );
}

async function load(language: Language): Promise<void> {
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'common')) add(language, (await import('./pt')).texts);
  await loadLater(language);
}

/** Texts that come with a part of the app: in English, the fallback, and in the language of the page. */
export async function addTexts(load: LoadTexts): Promise<void> {
  if (!later.has(load)) later.set(load, new Set());
  await Promise.all([loadLater('en'), loadLater(currentLanguage())]);
}

/**
 * English is the fallback and comes with the page; Portuguese is loaded when it is needed.
 * The page begins in the language that was chosen on this device, or else in one of the browser's.
 */
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
  await changeLanguage(isLanguage(stored) ? stored : languageOf(navigator.languages), { remember: false });
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
