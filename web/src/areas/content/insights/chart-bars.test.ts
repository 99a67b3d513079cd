import { expect, it } from 'vitest';
import { barsOf, sumOf, topOf } from './chart-bars';

const DAY = 86_400;
const from = 20_000 * DAY;
const used = (at: number, views: number) => ({ day: from + at * DAY, views, downloads: 1, shares: 0 });

it('days without uses are bars, too', () => {
  const bars = barsOf([used(0, 2), used(6, 3)], { from, days: 7 }, 'views');
  expect(bars.map(({ number }) => number)).toEqual([2, 0, 0, 0, 0, 0, 3]);
  expect(bars.every(({ days }) => days === 1)).toBe(true);
  expect(bars[6]?.from).toBe(from + 6 * DAY);
});

it('a year is shown in weeks that end today, and every day is in one of them', () => {
  const items = Array.from({ length: 365 }, (_, at) => used(at, 1));
  const bars = barsOf(items, { from, days: 365 }, 'views');
  expect(bars).toHaveLength(53);
  expect(bars[0]).toEqual({ from, days: 1, number: 1 });
  expect(bars.slice(1).every(({ days, number }) => days === 7 && number === 7)).toBe(true);
  expect(bars.reduce((sum, { number }) => sum + number, 0)).toBe(365);
  expect(bars.at(-1)?.from).toBe(from + 358 * DAY);
});

it('what is not of the period is in no bar', () => {
  expect(barsOf([used(-1, 5), used(7, 5)], { from, days: 7 }, 'views').every(({ number }) => number === 0)).toBe(true);
});

it.each([
  [[], 1],
  [[1], 1],
  [[3], 5],
  [[12], 20],
  [[50], 50],
  [[99], 100],
  [[501], 1000],
])('the chart of %j ends at %i', (numbers, top) => {
  expect(topOf(numbers.map((number) => ({ from, days: 1, number })))).toBe(top);
});

it('uses are summed', () => {
  expect(sumOf([used(0, 2), used(1, 3)], 'views')).toBe(5);
});
