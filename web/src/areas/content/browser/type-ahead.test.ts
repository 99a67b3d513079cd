import { expect, it } from 'vitest';
import { typedTo } from './type-ahead';

const names = ['Água.jpg', 'banner.png', 'Brief.txt', 'brochure.pdf', 'Zebra.jpg'];

it.each([
  ['the first of a letter', 'b', -1, 1],
  ['the next of the letter', 'b', 1, 2],
  ['around the end', 'b', 3, 1],
  ['the name of a word that grows', 'br', 1, 2],
  ['the same name while it still fits', 'bro', 3, 3],
  ['without accents', 'agua', 4, 0],
  ['a letter again and again', 'bb', 1, 2],
  ['nothing', 'x', 2, null],
  ['nothing of a longer word', 'brx', 2, null],
] as const)('leads to %s', (_, typed, from, to) => {
  expect(typedTo(names, typed, from)).toBe(to);
});
