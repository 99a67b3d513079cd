import { expect, it } from 'vitest';
import { drawnFit, faultOf, followingSide, type Look, outcomeOf, queryOf } from './look';

const look = (over: Partial<Look>): Look => ({
  ...{ width: null, height: null, fit: 'contain', format: 'jpeg', quality: 85, background: null, enlarge: false },
  ...over,
});
const photograph = { width: 6000, height: 4000, scales: false };
const small = { width: 600, height: 400, scales: false };
const paper = { width: 595, height: 842, scales: true };

it.each([
  [look({ width: 1600, height: 1600 }), photograph, [1600, 1067]],
  [look({ height: 300 }), photograph, [450, 300]],
  [look({}), photograph, [6000, 4000]],
  [look({ width: 1600, height: 1600 }), small, [600, 400]],
  [look({ width: 1200, enlarge: true }), small, [1200, 800]],
  [look({ width: 1080, height: 1080, fit: 'cover' }), photograph, [1080, 1080]],
  [look({ width: 1080, height: 1080, fit: 'cover' }), small, [400, 400]],
  [look({ width: 1080, height: 1080, fit: 'cover', enlarge: true }), small, [1080, 1080]],
  [look({}), paper, [1809, 2560]],
  [look({ width: 5950 }), paper, [5950, 8420]],
] as const)('%o of %o has the pixels that the server gives it', (wanted, source, [width, height]) => {
  expect(outcomeOf(wanted, source)).toEqual({ width, height, inner: null });
});

it('a frame of another proportion is drawn with the picture as each fit places it', () => {
  const square = { width: 1080, height: 1080 };
  const frame = { width: 28, height: 28 };
  expect(drawnFit('contain', square, photograph)).toEqual({ frame, picture: { width: 28, height: 19 } });
  expect(drawnFit('pad', square, null)).toEqual({ frame, picture: { width: 28, height: 19 } });
  expect(drawnFit('cover', square, photograph)).toEqual({ frame, picture: { width: 42, height: 28 } });
  const wide = drawnFit('cover', { width: 1600, height: 100 }, paper);
  expect(wide.frame).toEqual({ width: 28, height: 6 });
  expect(drawnFit('contain', { width: 400, height: null }, null).frame).toEqual(frame);
});

it('a margin fills the frame around a picture that becomes no larger', () => {
  const square = look({ width: 1080, height: 1080, fit: 'pad' });
  expect(outcomeOf(square, photograph)).toEqual({ width: 1080, height: 1080, inner: { width: 1080, height: 720 } });
  expect(outcomeOf(square, small)).toEqual({ width: 1080, height: 1080, inner: { width: 600, height: 400 } });
});

it.each([
  [look({ width: 1080 }), null],
  [look({ width: 0 }), 'sides'],
  [look({ height: 16_001 }), 'sides'],
  [look({ width: 10.5 }), 'sides'],
  [look({ width: 1080, fit: 'cover' }), 'both'],
  [look({ width: 16_000, enlarge: true }), 'pixels'],
] as const)('%o is refused for %s', (wanted, fault) => {
  expect(faultOf(wanted, small)).toBe(fault);
});

it('the address has what differs from nothing', () => {
  expect(queryOf(look({ width: 300 }))).toEqual({ format: 'jpeg', fit: 'contain', width: 300, quality: 85 });
  const square = look({ width: 9, height: 9, fit: 'pad', format: 'png', background: '#ffffff', enlarge: true });
  const said = { format: 'png', fit: 'pad', width: 9, height: 9, background: '#ffffff', enlarge: true };
  expect(queryOf(square)).toEqual(said);
});

it('the other side follows in the proportion of the picture', () => {
  expect(followingSide(1500, 'width', photograph)).toBe(1000);
  expect(followingSide(1000, 'height', photograph)).toBe(1500);
  expect(followingSide(null, 'width', photograph)).toBeNull();
});
