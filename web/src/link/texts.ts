import { type Language, languageOf } from '../platform/i18n/language-of';
import { dateLocale } from '../platform/i18n/moments';
import en from './locales/en.json';
import pt from './locales/pt.json';

/** The texts of this page, which is too small for a library of texts; both languages come with it. */

type PluralForm = 'one' | 'many' | 'other';
type Base<Written> = Written extends `${infer Counted}_${PluralForm}` ? Counted : Written;
export type TextKey = Base<keyof typeof en>;

type Values = Readonly<Record<string, string | number>>;

const written: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, pt };

let current: Language = languageOf(navigator.languages);

export function currentLanguage(): Language {
  return current;
}

export function speak(language: Language): void {
  current = language;
  document.documentElement.lang = language === 'pt' ? 'pt-BR' : 'en';
}

/** A text with its values; `count` also chooses the plural form. */
export function say(key: TextKey, values: Values = {}): string {
  const texts = written[current];
  const text = texts[key] ?? texts[`${key}_${pluralForm(values['count'])}`] ?? texts[`${key}_other`] ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => format(values[name] ?? ''));
}

function pluralForm(count: string | number | undefined): Intl.LDMLPluralRule {
  return new Intl.PluralRules(current).select(Number(count));
}

function format(value: string | number): string {
  return typeof value === 'number' ? new Intl.NumberFormat(dateLocale(current)).format(value) : value;
}
