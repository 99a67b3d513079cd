import { expect, it } from 'vitest';
import { isOfOneType } from './ending';

it.each([
  ['plan.pdf', 'Plan, final.PDF', true],
  ['photo.jpg', 'IMG_1.jpeg', true],
  ['plan.pdf', 'plan.docx', false],
  ['photo.jpg', 'photo.png', false],
  ['LICENSE', 'COPYING', true],
  ['LICENSE', 'LICENSE.txt', false],
  ['.env', '.profile', true],
])('a version of %s may be made of %s: %s', (name, other, fits) => {
  expect(isOfOneType(name, other)).toBe(fits);
});
