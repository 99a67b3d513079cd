import { expect, it } from 'vitest';
import { type Arrangement, arranged, arrangedByKey, arrangedPages } from './arranged';

const items = [1, 2, 3, 4].map((node_id) => ({ node_id }));
const idsOf = (list: readonly { node_id: number }[]) => list.map(({ node_id }) => node_id);
const move = (nodeId: number, side: Arrangement['side'], other: number) => ({ nodeId, side, other });

it('puts an entry before or after another one', () => {
  expect(idsOf(arranged(items, move(4, 'before', 1)))).toEqual([4, 1, 2, 3]);
  expect(idsOf(arranged(items, move(1, 'after', 4)))).toEqual([2, 3, 4, 1]);
  expect(idsOf(arranged(items, move(2, 'after', 3)))).toEqual([1, 3, 2, 4]);
  expect(idsOf(arranged(items, move(2, 'after', 9)))).toEqual([1, 2, 3, 4]);
});

it('moves an entry over the end of a page, and no page changes its length', () => {
  const pages = {
    pages: [
      { items: items.slice(0, 3), next: 'x' },
      { items: items.slice(3), next: null },
    ],
    pageParams: [],
  };
  const moved = arrangedPages(pages, move(1, 'after', 4));
  expect(moved.pages.map((page) => idsOf(page.items))).toEqual([[2, 3, 4], [1]]);
  expect(moved.pages.map(({ next }) => next)).toEqual(['x', null]);
});

it('goes by the arrow keys, to the beginning and to the end', () => {
  const ids = idsOf(items);
  expect(arrangedByKey('ArrowLeft', 1, ids)).toEqual(move(2, 'before', 1));
  expect(arrangedByKey('ArrowDown', 1, ids)).toEqual(move(2, 'after', 3));
  expect(arrangedByKey('Home', 2, ids)).toEqual(move(3, 'before', 1));
  expect(arrangedByKey('End', 2, ids)).toEqual(move(3, 'after', 4));
  for (const [key, index] of Object.entries({ ArrowLeft: 0, ArrowRight: 3, Home: 0, End: 3, a: 1 }))
    expect(arrangedByKey(key, index, ids)).toBeNull();
});
