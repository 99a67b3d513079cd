import { expect, it } from 'vitest';
import { brightness } from './film-frame';

const picture = (red: number, green: number, blue: number, pixels = 5000) =>
  Uint8ClampedArray.from({ length: pixels * 4 }, (_, at) => [red, green, blue, 255][at % 4] ?? 0);

it('tells a dark frame from a bright one', () => {
  expect(brightness(picture(0, 0, 0))).toBe(0);
  expect(brightness(picture(8, 8, 8))).toBeCloseTo(8);
  expect(brightness(picture(255, 255, 255))).toBeCloseTo(255);
  expect(brightness(picture(0, 255, 0))).toBeGreaterThan(brightness(picture(0, 0, 255)));
  expect(brightness([])).toBe(0);
});
