import { expect, test } from 'vitest';
import { formatDay, formatMoment } from './moments';

const at = Date.UTC(2026, 9, 26, 23, 5, 9) / 1000;

test('a moment is short in both languages, and by the clocks that are asked for', () => {
  expect(formatMoment(at, 'en', { timeZone: 'UTC' })).toBe('26 Oct 2026, 23:05');
  expect(formatMoment(at, 'pt', { timeZone: 'UTC', withSeconds: true })).toBe('26 out. 2026, 23:05:09');
  expect(formatMoment(at, 'en', { timeZone: 'Asia/Tokyo' })).toBe('27 Oct 2026, 08:05');
  expect(formatDay(at, 'pt', 'UTC')).toBe('26 out. 2026');
});
