import { expect, it } from 'vitest';
import { strength } from './password-strength';

it.each([
  ['', 0],
  ['short', 0],
  ['aaaaaaaa', 1],
  ['abababab', 1],
  ['password', 1],
  ['sunflower7', 2],
  ['correct horse', 2],
  ['Correct horse', 3],
  ['Correct horse 1 battery', 4],
] as const)('%j is rated %i', (password, expected) => {
  expect(strength(password)).toBe(expected);
});

it('never rates a longer password of the same kind lower', () => {
  const ratings = ['horse-ab', 'horse-abcd', 'horse-abcdef', 'horse-abcdefgh'].map(strength);
  expect(ratings).toEqual([...ratings].sort());
});
