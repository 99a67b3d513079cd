import { expect, it } from 'vitest';
import { swipeOf } from './swipe';

it.each([
  [{ x: -120, y: 10 }, 200, 'next'],
  [{ x: 120, y: 10 }, 200, 'previous'],
  [{ x: 5, y: 140 }, 300, 'close'],
  [{ x: 5, y: -140 }, 300, 'details'],
  [{ x: -35, y: 3 }, 60, 'next'],
  [{ x: -35, y: 3 }, 600, null],
  [{ x: 2, y: 1 }, 30, null],
] as const)('a finger that moves by %o in %d ms means %s', (by, ms, meaning) => {
  expect(swipeOf(by, ms)).toBe(meaning);
});
