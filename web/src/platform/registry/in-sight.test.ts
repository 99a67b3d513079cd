import { expect, it } from 'vitest';
import { hiddenEnds, inSight, isCut, nextInSight } from './in-sight';

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

it.each([
  ['whole', 100, { offsetLeft: 140, offsetWidth: 80 }, false],
  ['under the arrow at the beginning', 100, { offsetLeft: 120, offsetWidth: 80 }, true],
  ['under the arrow at the end', 100, { offsetLeft: 300, offsetWidth: 80 }, true],
  ['at an end without an arrow', 320, { offsetLeft: 540, offsetWidth: 80 }, false],
  ['wider than the row', 100, { offsetLeft: 60, offsetWidth: 260 }, false],
])('a tab that is %s', (_, scrolled, tab, cut) => {
  expect(isCut(row(scrolled), tab, 32)).toBe(cut);
});

it('the arrows leave out no tab', () => {
  const tabs = Array.from({ length: 6 }, (_, at) => ({ offsetLeft: at * 110, offsetWidth: 110 }));
  const wide = (scrollLeft: number) => ({ scrollLeft, clientWidth: 300, scrollWidth: 660 });
  const whole = (scrollLeft: number) => tabs.flatMap((tab, at) => (isCut(wide(scrollLeft), tab, 32) ? [] : [at]));
  expect(whole(0)).toEqual([0, 1]);
  const second = nextInSight(wide(0), tabs, 'after', 40);
  expect([second, whole(second)]).toEqual([180, [2, 3]]);
  // Nothing is scrolled beyond its end.
  const third = Math.min(360, nextInSight(wide(second), tabs, 'after', 40));
  expect([third, whole(third)]).toEqual([360, [4, 5]]);
  const back = nextInSight(wide(third), tabs, 'before', 40);
  expect(whole(back)).toContain(3);
  expect(nextInSight(wide(30), tabs, 'before', 40)).toBe(0);
});
