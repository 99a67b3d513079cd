import { describe, expect, it } from 'vitest';
import { firstSquare, moved, withZoom, zoomed, zoomOf } from './crop';

const wide = { width: 800, height: 400 };

describe('the square of an icon', () => {
  it('is the middle of the picture at first', () => {
    expect(firstSquare(wide)).toEqual({ x: 400, y: 200, side: 400 });
  });

  it('is moved by a part of its side, and not out of the picture', () => {
    expect(moved(firstSquare(wide), wide, { x: 0.25, y: 0 })).toEqual({ x: 300, y: 200, side: 400 });
    expect(moved(firstSquare(wide), wide, { x: -9, y: 5 })).toEqual({ x: 600, y: 200, side: 400 });
  });

  it('has all of the picture when it is largest, in its middle', () => {
    const all = zoomed(firstSquare(wide), wide, 0.01);
    expect(all).toEqual({ x: 400, y: 200, side: 800 });
    expect(moved(all, wide, { x: 0.4, y: 0.4 })).toEqual(all);
    expect(zoomOf(all, wide)).toBeCloseTo(0);
  });

  it('keeps what is below the pointer where it is', () => {
    const near = zoomed(firstSquare(wide), wide, 2, { x: 0.25, y: -0.25 });
    expect(near).toEqual({ x: 450, y: 150, side: 200 });
    // The pixel at a quarter of the square to the right: before and after.
    expect(near.x + 0.25 * near.side).toBe(400 + 0.25 * 400);
  });

  it('ends at the smallest, which the slider calls 100', () => {
    const least = zoomed(firstSquare(wide), wide, 1000);
    expect(least.side).toBeCloseTo(400 / 12);
    expect(zoomOf(least, wide)).toBeCloseTo(100);
    expect(withZoom(least, wide, 0).side).toBeCloseTo(800);
    expect(zoomOf(withZoom(firstSquare(wide), wide, 40), wide)).toBeCloseTo(40);
  });
});
