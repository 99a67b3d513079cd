import { expect, it } from 'vitest';
import { readTable } from './read-table';

const cells = (text: string) => {
  const { head, rows } = readTable(text, false);
  return [head, ...rows];
};

it.each([
  ['commas', 'sku,price\n1,2.50\n'],
  ['semicolons', 'sku;price\r\n1;2.50\r\n'],
  ['tabs', 'sku\tprice\n1\t2.50'],
])('values are separated by %s', (_, text) => {
  expect(cells(text)).toEqual([
    ['sku', 'price'],
    ['1', '2.50'],
  ]);
});

it('quotes keep separators, line breaks and quotes in a value', () => {
  expect(cells('name;note\n"Silva; Ana";"says ""oi""\nand goes"')).toEqual([
    ['name', 'note'],
    ['Silva; Ana', 'says "oi"\nand goes'],
  ]);
});

it('rows get the same number of values, and empty lines are none', () => {
  expect(cells('a,b\n\n1\n2,3,4\n,\n')).toEqual([
    ['a', 'b', ''],
    ['1', '', ''],
    ['2', '3', '4'],
  ]);
  expect(cells('')).toEqual([[]]);
});

it('a long table has its first thousand rows, and a wide one its first hundred columns', () => {
  const long = `n,m\n${Array.from({ length: 1500 }, (_, at) => `${at},x`).join('\n')}`;
  const { rows, hasMoreRows } = readTable(long, false);
  expect([rows.length, rows.at(-1)?.[0], hasMoreRows]).toEqual([1000, '999', true]);
  expect(readTable(long, true).rows).toHaveLength(1000);
  const whole = readTable(`n,m\n${'1,x\n'.repeat(1000)}`, false);
  expect([whole.rows.length, whole.hasMoreRows]).toEqual([1000, false]);
  const wide = readTable(Array.from({ length: 120 }, (_, at) => `c${at}`).join(','), false);
  expect([wide.head.length, wide.hasMoreColumns]).toEqual([100, true]);
});

it('a line that is cut in its middle is left out', () => {
  expect(readTable('a,b\n1,2\n3', true).rows).toEqual([['1', '2']]);
});

it('a stray quote is read as it is, and a value may be missing at the end', () => {
  expect(cells('a,b\n"x" y,"3\n1,')).toEqual([
    ['a', 'b'],
    ['"x" y', '"3'],
    ['1', ''],
  ]);
});

it('a megabyte in one quoted value is read', () => {
  expect(cells(`a,b\n1,"${'x\n""'.repeat(250_000)}"`)[1]?.[1]).toHaveLength(750_000);
});
