import { describe, expect, it } from 'vitest';
import { fitScale, nextStep, panned, zoomAt } from './zoom';

const stage = { width: 1000, height: 600 };
const large = { width: 4000, height: 1200 };

describe('a picture on the stage', () => {
  it('fits as a whole and is never blown up', () => {
    expect(fitScale(stage, large)).toBe(0.25);
    expect(fitScale(stage, { width: 64, height: 64 })).toBe(1);
    expect(fitScale(stage, { width: 64, height: 64 }, true)).toBe(600 / 64);
  });

  it('keeps the pixel under the pointer when it is zoomed', () => {
    const point = { x: 200, y: 50 };
    const before = { scale: 0.5, x: -100, y: 0 };
    const after = zoomAt(before, 1, point, stage, large, 0.25);
    const pixelAt = (view: typeof before) => [(point.x - view.x) / view.scale, (point.y - view.y) / view.scale];
    expect(after.scale).toBe(1);
    expect(pixelAt(after)).toEqual(pixelAt(before));
  });

  it('is neither smaller than as a whole nor larger than eight times', () => {
    const view = { scale: 0.25, x: 0, y: 0 };
    expect(zoomAt(view, 0.01, { x: 0, y: 0 }, stage, large, 0.25).scale).toBe(0.25);
    expect(zoomAt(view, 99, { x: 0, y: 0 }, stage, large, 0.25).scale).toBe(8);
  });

  it('is moved up to its edges, and stays in the middle where it is smaller than the stage', () => {
    const view = { scale: 0.5, x: 0, y: 0 };
    expect(panned(view, { x: 9000, y: 40 }, stage, large)).toEqual({ scale: 0.5, x: 500, y: 0 });
  });
});

it('buttons go through usual scales, also from one in between', () => {
  expect(nextStep(0.53, 'in')).toBe(0.75);
  expect(nextStep(0.53, 'out')).toBe(0.5);
  expect(nextStep(1, 'in')).toBe(1.5);
  expect(nextStep(8, 'in')).toBe(8);
});
