import { beforeEach, expect, it } from 'vitest';
import { keepOrder, keptOrder } from './kept-orders';

beforeEach(() => localStorage.clear());

it('remembers the order of each folder until the usual one is chosen again', () => {
  keepOrder(5, '-size');
  keepOrder(6, 'modified_at');
  expect([keptOrder(5), keptOrder(6), keptOrder(7)]).toEqual(['-size', 'modified_at', undefined]);
  keepOrder(5, '-name');
  keepOrder(6, 'name');
  expect([keptOrder(5), keptOrder(6)]).toEqual(['-name', undefined]);
});

it('forgets the folders of long ago', () => {
  for (let folder = 1; folder <= 201; folder++) keepOrder(folder, 'size');
  expect([keptOrder(1), keptOrder(2), keptOrder(201)]).toEqual([undefined, 'size', 'size']);
});

it.each(['', '{}', '[1, [2], [3, "colour"], ["4", "size"]]', 'null'])('survives what it did not write: %s', (text) => {
  localStorage.setItem('folderOrders', text);
  expect([2, 3, 4].map(keptOrder)).toEqual([undefined, undefined, undefined]);
  keepOrder(3, 'size');
  expect(keptOrder(3)).toBe('size');
});
