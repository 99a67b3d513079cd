import { afterEach, expect, it, vi } from 'vitest';
import { changeLanguage, currentLanguage, startI18n } from './i18n';
import { languageOf } from './language-of';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.removeItem('language');
});

it.each([
  [['pt-BR', 'en-US'], 'pt'],
  [['de-AT', 'pt-PT', 'en'], 'pt'],
  [['en-GB'], 'en'],
  [['ja'], 'en'],
  [[], 'en'],
] as const)('a browser for %j gets the page in %s', (wanted, language) => {
  expect(languageOf(wanted)).toBe(language);
});

it('the app begins in a language of the browser, unless one was chosen', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['pt-BR', 'en-US']);
  await startI18n();
  expect([currentLanguage(), document.documentElement.lang]).toEqual(['pt', 'pt']);
  expect(localStorage.getItem('language')).toBeNull();
  await changeLanguage('en');
  await startI18n();
  expect(currentLanguage()).toBe('en');
});
