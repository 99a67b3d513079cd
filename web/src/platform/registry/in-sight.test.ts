import { expect, it } from 'vitest';
import { inSight, isCut } from './in-sight';

const row = (scrollLeft: number) => ({ scrollLeft, clientWidth: 300 });

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
  ['whole', 100, { offsetLeft: 140, offsetWidth: 80 }, false],
  ['over the beginning', 100, { offsetLeft: 60, offsetWidth: 80 }, true],
  ['over the end', 100, { offsetLeft: 380, offsetWidth: 80 }, true],
  ['at the end', 320, { offsetLeft: 540, offsetWidth: 80 }, false],
  ['before the beginning', 320, { offsetLeft: 0, offsetWidth: 80 }, true],
  ['wider than the row', 100, { offsetLeft: 60, offsetWidth: 360 }, false],
])('a tab that is %s', (_, scrolled, tab, cut) => {
  expect(isCut(row(scrolled), tab)).toBe(cut);
});
