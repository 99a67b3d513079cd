import { expect, it } from 'vitest';
import { compareKeys, sortKey } from './sort-key';

it.each([
  [['Água 2.jpg', 'Água 10.jpg', 'Água 100.jpg']],
  [['0', '1', '8', '9', '10', '99999999', '100000000', '999999999', '1000000000']],
  [['abacaxi', 'Ábaco', 'açaí', 'acaju', 'Avó', 'avô b', 'ícone', 'zebra']],
  [['a1', 'a01', 'a2', 'a02', 'a10']],
  [['a0', 'a00', 'a1']],
  [['avo 1', 'avo 01', 'avô 1', 'avô 01', 'avo 2']],
  [['photo 7', 'photo 007', 'photo 7.jpg', 'photo 8']],
  [['_draft', 'a', 'a 2', 'a-b', 'a.txt', 'a1', 'ab', '日本', '🌞']],
  [['か1', 'が1', 'か2', 'が２', 'か10']],
  [['x2', 'x²', 'x3']],
  [['🌞 2', '🌞 10', '🌻 1']],
])('orders %s as the server does', (names) => {
  const sorted = names.toReversed().sort((one, other) => compareKeys(sortKey(one), sortKey(other)));
  expect(sorted).toEqual(names);
});

it('makes the keys that the server has', () => {
  expect(sortKey('agua 2.jpg')).toBe('agua 12.jpg');
  expect(sortKey('Água 10.jpg')).toBe('agua 210.jpg\u0001água 210.jpg');
  expect(sortKey('IMG_0009')).toBe('img_19\u0001img_0009');
  expect(sortKey('9'.repeat(18))).toBe(`990${'9'.repeat(18)}`);
  expect(sortKey('e\u0301')).toBe(sortKey('É'));
});

it('orders characters as their bytes are, whatever their halves are', () => {
  expect(compareKeys('\ue000', '🌞')).toBeLessThan(0);
  expect(compareKeys('🌞', '🌞')).toBe(0);
  expect(compareKeys('a', 'ab')).toBeLessThan(0);
});
