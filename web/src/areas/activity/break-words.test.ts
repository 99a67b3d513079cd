import { expect, it } from 'vitest';
import { breakLongWords } from './break-words';

it('breaks_only_words_over_24_characters', () => {
  const long = 'x'.repeat(30);
  expect(breakLongWords(`short ${long}.jpg`)).toBe(`short ${'x'.repeat(24)}\u200B${'x'.repeat(6)}.jpg`);
  expect(breakLongWords('a'.repeat(24))).toBe('a'.repeat(24));
});

it('does_not_cut_through_an_emoji', () => {
  expect(breakLongWords(`${'a'.repeat(23)}😀b`)).toBe(`${'a'.repeat(23)}😀\u200Bb`);
});
