import { describe, expect, it } from 'vitest';
import { rowAt, rowsBetween, scrollFor, topsOf } from './rows-in-view';

const tops = topsOf([36, 100, 100, 36, 200, 200]);

it('lays rows below each other', () => {
  expect(tops).toEqual([0, 36, 136, 236, 272, 472, 672]);
});

it.each([
  [-20, 0],
  [0, 0],
  [35, 0],
  [36, 1],
  [235, 2],
  [471, 4],
  [472, 5],
  [9999, 5],
])('at %i px there is row %i', (height, row) => {
  expect(rowAt(tops, height)).toBe(row);
});

describe('the rows of a view', () => {
  it.each([
    ['at the top', 0, 136, 0, { first: 0, last: 2 }],
    ['in the middle', 40, 300, 0, { first: 1, last: 5 }],
    ['with one on either side', 140, 230, 1, { first: 1, last: 4 }],
    ['at the end', 600, 700, 3, { first: 2, last: 6 }],
    ['above the list', -500, -100, 0, { first: 0, last: 1 }],
  ])('%s', (_, top, bottom, around, rows) => {
    expect(rowsBetween(tops, top, bottom, around)).toEqual(rows);
  });

  it('are none where there are none', () => {
    expect(rowsBetween([0], 0, 800, 4)).toEqual({ first: 0, last: 0 });
  });
});

it.each([
  ['stays where all is seen', 200, 300, 100, 400, 100],
  ['goes up to what begins above', 50, 150, 100, 400, 50],
  ['goes down to what ends below', 450, 600, 100, 400, 200],
])('a view %s', (_, top, bottom, from, height, expected) => {
  expect(scrollFor(top, bottom, from, height)).toBe(expected);
});
