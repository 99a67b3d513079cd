import { expect, it } from 'vitest';
import { swipeOf } from './use-swipes';

it.each([
  [-90, 20, 'left'],
  [90, -20, 'right'],
  [10, 120, 'down'],
  [10, -120, null],
  [-40, 5, null],
  [0, 30, null],
])('%d to the right and %d down', (x, y, swipe) => {
  expect(swipeOf(x, y)).toBe(swipe);
});
