import { expect, it } from 'vitest';
import { boxBetween, boxedIndexes } from './marquee-box';

const lines = [
  { from: 0, to: 3, top: 0, bottom: 90 },
  { from: 3, to: 5, top: 100, bottom: 190 },
];

it.each([
  [{ x: 10, y: 10 }, { x: 20, y: 20 }, [0]],
  [{ x: 130, y: 120 }, { x: 60, y: 50 }, [0, 1, 3, 4]],
  [{ x: 0, y: 0 }, { x: 400, y: 400 }, [0, 1, 2, 3, 4]],
  [{ x: 0, y: 200 }, { x: 400, y: 400 }, []],
])('a marquee from %j to %j touches %j', (from, to, touched) => {
  expect(boxedIndexes(boxBetween(from, to), lines, 100, 10)).toEqual(touched);
});
