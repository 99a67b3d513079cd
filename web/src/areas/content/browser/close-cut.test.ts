import { expect, it } from 'vitest';
import { fitting } from './close-cut';

it('as_many_letters_as_have_a_place_are_shown', () => {
  const each = (letters: number) => letters * 8;
  expect(fitting('Store façade', 40, each)).toBe(5);
  expect(fitting('Store façade', 39, each)).toBe(4);
  expect(fitting('Store façade', 0, each)).toBe(0);
  expect(fitting('Store façade', 900, each)).toBe(12);
});

it('no_blank_stands_before_the_dots', () => {
  expect(fitting('Store façade', 48, (letters) => letters * 8)).toBe(5);
});
