import { expect, it } from 'vitest';
import { counted, pageLinks, tableSearch } from './table-view';

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

it.each([
  [1, 10, 1009, { isMore: false, known: 1009, pages: 101 }],
  [1, 10, 1010, { isMore: true, known: 1000, pages: 101 }],
  [150, 10, 2500, { isMore: true, known: 2000, pages: 250 }],
  [150, 10, 1620, { isMore: false, known: 1620, pages: 162 }],
  [1, 30, 0, { isMore: false, known: 0, pages: 1 }],
])('on page %i of %i rows, %i are told as %j', (page, size, total, told) => {
  expect(counted({ page, size }, total)).toEqual(told);
});
