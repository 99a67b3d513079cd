import { expect, it } from 'vitest';
import { hiddenEnds, inSight } from './in-sight';

const row = (scrollLeft: number) => ({ scrollLeft, clientWidth: 300, scrollWidth: 620 });

it.each([
  ['in the middle stays', 100, { offsetLeft: 200, offsetWidth: 80 }, 100],
  ['behind the end comes in', 0, { offsetLeft: 400, offsetWidth: 80 }, 220],
  ['before the beginning comes in', 250, { offsetLeft: 90, offsetWidth: 80 }, 50],
  ['the first one is seen from its beginning', 250, { offsetLeft: 0, offsetWidth: 80 }, 0],
  ['wider than the row is seen from its beginning', 0, { offsetLeft: 100, offsetWidth: 400 }, 60],
])('a tab that is %s', (_, scrolled, tab, expected) => {
  expect(inSight(row(scrolled), tab, 40)).toBe(expected);
});

it.each([
  [0, { before: false, after: true }],
  [100, { before: true, after: true }],
  [320, { before: true, after: false }],
])('scrolled by %i, it says what is out of sight', (scrolled, ends) => {
  expect(hiddenEnds(row(scrolled))).toEqual(ends);
});
