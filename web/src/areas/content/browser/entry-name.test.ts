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
  expect(headAndTail('summer-launch-hero-banner-012.jpg', 4)).toEqual(['summer-launch-hero-banner', '-012.jpg']);
  expect(headAndTail('Dunes mural – alt.jpg', 4)).toEqual(['Dunes mural – ', 'alt.jpg']);
  expect(headAndTail('short.jpg', 4)).toEqual(['short.jpg', '']);
  expect(headAndTail('شعار الحملة الصيفية.jpg', 4)).toEqual(['شعار الحملة الصيفية', '.jpg']);
  expect(headAndTail('شعار.jpg', 4)).toEqual(['شعار.jpg', '']);
});

it('where there is little room, less of the end is kept, and short names keep their extension, too', () => {
  expect(headAndTail('summer-launch-hero-banner-012.jpg', 3)).toEqual(['summer-launch-hero-banner-', '012.jpg']);
  expect(headAndTail('Cliff path 1.jpeg', 3)).toEqual(['Cliff pat', 'h 1.jpeg']);
  expect(headAndTail('Quotes.docx', 3)).toEqual(['Quotes.docx', '']);
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
