import { describe, expect, it } from 'vitest';
import { headAndTail, isValidName, splitExtension } from './entry-name';

it.each([
  ['photo.final.jpg', 'photo.final', '.jpg'],
  ['.gitignore', '.gitignore', ''],
  ['Meeting of 3. May', 'Meeting of 3. May', ''],
  ['no extension', 'no extension', ''],
])('splits %s', (name, stem, extension) => {
  expect(splitExtension(name)).toEqual([stem, extension]);
});

it('a_long_name_keeps_its_end_and_its_extension', () => {
  expect(headAndTail('summer-launch-hero-banner-012.jpg')).toEqual(['summer-launch-hero-banner', '-012.jpg']);
  expect(headAndTail('Dunes mural – alt.jpg')).toEqual(['Dunes mural – ', 'alt.jpg']);
  expect(headAndTail('short.jpg')).toEqual(['short.jpg', '']);
  expect(headAndTail('شعار الحملة الصيفية.jpg')).toEqual(['شعار الحملة الصيفية', '.jpg']);
  expect(headAndTail('شعار.jpg')).toEqual(['شعار.jpg', '']);
});

describe('isValidName', () => {
  it.each(['a/b', '', '.', '..', 'CON', 'nul.txt', 'ends with dot.', 'ends with space ', 'tab\there', 'é'.repeat(128)])(
    'refuses %j',
    (name) => {
      expect(isValidName(name)).toBe(false);
    },
  );
  it.each(['Café à la carte.jpg', 'console', '日本語.pdf', 'a'.repeat(255), '.hidden'])('accepts %j', (name) => {
    expect(isValidName(name)).toBe(true);
  });
});
