import { expect, it } from 'vitest';
import { fitScale, zoomAt } from '../../../platform/zoom';
import { sharedOf, viewOf, whole, zoomStep } from './shared-view';

const room = { width: 400, height: 300 };
const large = { width: 1600, height: 1200 };
const small = { width: 400, height: 300 };

it('shows the same place of pictures that have other sizes', () => {
  const fit = fitScale(room, large, true);
  // The corner of the picture at the upper left is held.
  const zoomed = zoomAt(viewOf(whole, large, fit), fit * 2, { x: -200, y: -150 }, room, large, fit);
  const shared = sharedOf(zoomed, large, fit);
  expect(shared.zoom).toBeCloseTo(2);
  const other = viewOf(shared, small, fitScale(room, small, true));
  expect(other.x).toBeCloseTo(zoomed.x);
  expect(other.y).toBeCloseTo(zoomed.y);
  expect(other.scale * small.width).toBeCloseTo(zoomed.scale * large.width);
});

it('is the whole picture again once it is zoomed out', () => {
  const fit = fitScale(room, large, true);
  expect(sharedOf({ scale: fit, x: 3, y: 4 }, large, fit)).toEqual(whole);
  expect(zoomStep('out')({ zoom: 1.5, x: 0.1, y: 0 })).toEqual(whole);
  expect(zoomStep('out')(whole)).toEqual(whole);
  expect(zoomStep('in')(whole).zoom).toBe(1.5);
});
