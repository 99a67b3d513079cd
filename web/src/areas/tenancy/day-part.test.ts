import { expect, it } from 'vitest';
import { dayPart } from './day-part';

it.each([
  [4, 'evening'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [0, 'evening'],
] as const)('at %i o’clock it is %s', (hour, part) => {
  expect(dayPart(new Date(2026, 0, 1, hour))).toBe(part);
});
