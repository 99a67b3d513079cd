import { currentLanguage, type Language, languages } from '../../../platform/i18n/i18n';
import { languageNames } from '../../../platform/i18n/language-names';

/** What the invited will be. */
export const standing = { member: 1, manager: 2, admin: 3 } as const;

export type Standing = keyof typeof standing;

/** What can be offered at a place: a manager is one of a group, an admin is made by who may. */
export function standings({ inGroup, mayMakeAdmin }: { inGroup: boolean; mayMakeAdmin: boolean }): Standing[] {
  return ['member', ...(inGroup ? (['manager'] as const) : []), ...(mayMakeAdmin ? (['admin'] as const) : [])];
}

/** Languages by number, as a choice is by number. */
export const languageCodes = languages.map((language, code) => ({ code, name: languageNames[language] }));

export function codeOf(language: Language = currentLanguage()): number {
  return languages.indexOf(language);
}

export function languageOf(code: number | null): Language {
  return languages[code ?? 0] ?? 'en';
}
