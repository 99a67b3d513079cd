import { expect, it } from 'vitest';
import { codeOf, languageOf } from './language-choice';

it('finds a language again by its number', () => {
  expect(languageOf(codeOf('pt'))).toBe('pt');
  expect(languageOf(null)).toBe('en');
});
