import { expect, it } from 'vitest';
import { rowsOf } from './separated-values';

it.each([
  ['commas', 'sku,price\n1,2.50\n'],
  ['semicolons', 'sku;price\r\n1;2.50\r\n'],
  ['tabs', 'sku\tprice\n1\t2.50'],
])('values are separated by %s', (_, text) => {
  expect(rowsOf(text, false)).toEqual([
    ['sku', 'price'],
    ['1', '2.50'],
  ]);
});

it('quotes keep separators, line breaks and quotes in a value', () => {
  expect(rowsOf('name;note\n"Silva; Ana";"says ""oi""\nand goes"', false)).toEqual([
    ['name', 'note'],
    ['Silva; Ana', 'says "oi"\nand goes'],
  ]);
});

it('rows get the same number of values, and empty lines are none', () => {
  expect(rowsOf('a,b\n\n1\n2,3,4\n,\n', false)).toEqual([
    ['a', 'b', ''],
    ['1', '', ''],
    ['2', '3', '4'],
  ]);
  expect(rowsOf('', false)).toEqual([]);
});

it('a line that is cut in its middle is left out, and a long table ends', () => {
  expect(rowsOf('a,b\n1,2\n3', true)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(rowsOf(`a\n${'1\n'.repeat(2000)}`, false)).toHaveLength(1001);
  const wide = Array.from({ length: 120 }, (_, at) => `c${at}`).join(',');
  expect(rowsOf(wide, false)[0]).toHaveLength(100);
});

it('a stray quote is read as it is, and a value may be missing at the end', () => {
  expect(rowsOf('a,b\n"x" y,"3\n1,', false)).toEqual([
    ['a', 'b'],
    ['"x" y', '"3'],
    ['1', ''],
  ]);
});
