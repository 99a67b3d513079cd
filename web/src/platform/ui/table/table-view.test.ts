import { expect, it } from 'vitest';
import { pageLinks, tableSearch } from './table-view';

it.each([
  [{}, {}],
  [
    { q: 'ana', order: '-name', page: '3', size: '30' },
    { q: 'ana', order: '-name', page: 3, size: 30 },
  ],
  [{ q: 42 }, { q: '42' }],
  [{ q: '', order: 'a b', page: '0', size: '7' }, {}],
  [{ page: 1, size: 10 }, {}],
  [{ page: -2, order: ['name'] }, {}],
])('reads %j as %j', (address, read) => {
  expect(tableSearch(address)).toEqual(read);
});

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 7, [1, 2, null, 7]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [5, 20, [1, null, 4, 5, 6, null, 20]],
  [20, 20, [1, null, 19, 20]],
])('page %i of %i offers %j', (page, pages, links) => {
  expect(pageLinks(page, pages)).toEqual(links);
});
