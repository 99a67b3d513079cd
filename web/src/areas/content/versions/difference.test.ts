import { expect, it } from 'vitest';
import { differingPart } from './difference';

const pixels = (...values: number[]) => Uint8ClampedArray.from(values.flatMap((value) => [value, value, value, 255]));

it('counts the pixels that differ to the eye', () => {
  expect(differingPart(pixels(0, 10, 100, 200), pixels(0, 15, 180, 200))).toBe(0.25);
  expect(differingPart(pixels(0, 10), pixels(0, 10))).toBe(0);
  expect(differingPart(pixels(), pixels())).toBe(0);
});
