import { expect, it } from 'vitest';
import { fold } from './fold';

it.each([
  ['VERÃO', 'verao'],
  ['ﬁlme ½', 'filme 1⁄2'],
  ['Straße', 'straße'],
])('%s is searched as %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});
