import { expect, test } from 'vitest';
import { formatDay, formatMoment, formatShort } from './moments';

const at = Date.UTC(2026, 9, 26, 23, 5, 9) / 1000;

test('a moment is short in both languages, and by the clocks that are asked for', () => {
  expect(formatMoment(at, 'en', { timeZone: 'UTC' })).toBe('26 Oct 2026, 23:05');
  expect(formatMoment(at, 'pt', { timeZone: 'UTC', withSeconds: true })).toBe('26 out. 2026, 23:05:09');
  expect(formatMoment(at, 'en', { timeZone: 'Asia/Tokyo' })).toBe('27 Oct 2026, 08:05');
  expect(formatDay(at, 'pt', 'UTC')).toBe('26 out. 2026');
});

test('is as short as a card needs it', () => {
  const now = new Date(2026, 9, 26, 18, 0);
  const at = (...moment: [number, number, number, number, number]) => new Date(...moment).getTime() / 1000;
  expect(formatShort(at(2026, 9, 26, 14, 5), 'en', now)).toBe('14:05');
  expect(formatShort(at(2026, 9, 25, 14, 5), 'en', now)).toBe('25 Oct');
  expect(formatShort(at(2026, 9, 25, 14, 5), 'pt', now)).toBe('25 out.');
  expect(formatShort(at(2025, 9, 26, 14, 5), 'en', now)).toBe('26 Oct 2025');
});
