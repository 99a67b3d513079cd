import { expect, it } from 'vitest';
import { codeOf, languageOf, standings } from './standing';

it.each([
  [{ inGroup: false, mayMakeAdmin: false }, ['member']],
  [{ inGroup: true, mayMakeAdmin: false }, ['member', 'manager']],
  [{ inGroup: false, mayMakeAdmin: true }, ['member', 'admin']],
  [{ inGroup: true, mayMakeAdmin: true }, ['member', 'manager', 'admin']],
])('at %o one may be %o', (place, wanted) => {
  expect(standings(place)).toEqual(wanted);
});

it('finds a language again by its number', () => {
  expect(languageOf(codeOf('pt'))).toBe('pt');
  expect(languageOf(null)).toBe('en');
});
