import { expect, it } from 'vitest';
import { textFormOf } from './text-form';

it.each([
  ['text/csv', 'prices', 'table'],
  ['text/plain', 'Prices.CSV', 'table'],
  ['text/tab-separated-values', 'a.tsv', 'table'],
  ['text/markdown', 'README.md', 'formatted'],
  ['text/plain', 'notes.txt', 'plain'],
  ['application/json', 'csv.json', 'plain'],
] as const)('%s called %s is read as %s', (mime_type, name, form) => {
  expect(textFormOf({ mime_type, name })).toBe(form);
});
