import { expect, it } from 'vitest';
import { monthName } from './month-name';
import { spanOf } from './month-span';

const months = [10, 20, 30, 40].map((since) => ({ since, until: since + 10 }));

it('the months between two moments are chosen', () => {
  expect(spanOf(months, {})).toEqual([-1, -1]);
  expect(spanOf(months, { since: 20, until: 40 })).toEqual([1, 2]);
  expect(spanOf(months, { since: 30 })).toEqual([2, 3]);
  expect(spanOf(months, { since: 90 })).toEqual([-1, -1]);
});

it('a month has its name by UTC', () => {
  expect(monthName(Date.UTC(2026, 10, 1) / 1000, 'en')).toBe('Nov 2026');
  expect(monthName(Date.UTC(2026, 10, 30, 23, 59) / 1000, 'en')).toBe('Nov 2026');
});
