import { expect, it } from 'vitest';
import { endOf, lastDayOf } from './ends';

it.each(['2026-11-29', '2026-12-31', '2028-02-29', '2026-03-29', '2026-10-25'])(
  '%s ends with its last second',
  (day) => {
    expect(lastDayOf(endOf(day))).toBe(day);
    expect(lastDayOf(endOf(day) + 1)).not.toBe(day);
  },
);

it('an end in the middle of a day is on that day', () => {
  expect(lastDayOf(new Date(2026, 10, 29, 12).getTime() / 1000)).toBe('2026-11-29');
});
