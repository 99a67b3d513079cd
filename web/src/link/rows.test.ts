import { expect, it } from 'vitest';
import { type Box, justify } from './rows';

const desktop = 1344;
const phone = 358;

/** The boxes row by row, as the page breaks them. */
function rowsOf(boxes: readonly Box[], width: number, gap: number): Box[][] {
  const rows: Box[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const box of boxes) {
    if (used + gap + box.width > width + 0.001) {
      rows.push([]);
      used = -gap;
    }
    rows.at(-1)?.push(box);
    used += gap + box.width;
  }
  return rows;
}

const shapes = [1.5, 0.75, 1.5, 1.5, 0.7, 1.5, 1.5, 1.5, 1.5, 2.4, 0.5, 1.33, 1.33, 1.5, 1.5, 1.5, 0.75, 1.5];

it.each([
  ['a desk', desktop, 222, 8],
  ['a phone', phone, 162, 6],
])('fills the rows of %s, at about the height that is wanted', (_, width, wanted, gap) => {
  const rows = rowsOf(justify(shapes, width), width, gap);
  expect(rows.flat()).toHaveLength(shapes.length);
  for (const row of rows.slice(0, -1)) {
    const used = row.reduce((sum, box) => sum + box.width, gap * (row.length - 1));
    expect(used).toBeGreaterThan(width - 1);
    expect(used).toBeLessThanOrEqual(width);
    expect(Math.abs((row[0]?.height ?? 0) - wanted)).toBeLessThan(wanted * 0.45);
  }
});

it('keeps the height of a row that is not full', () => {
  expect(justify([1.5, 1], desktop)).toEqual([
    { width: 333, height: 222 },
    { width: 222, height: 222 },
  ]);
});

it('makes what is wider than the page as wide as the page', () => {
  expect(justify([2.4], 320)).toEqual([{ width: expect.closeTo(320, 1), height: expect.closeTo(133.3, 1) }]);
});

it('has no boxes where nothing is', () => {
  expect(justify([], desktop)).toEqual([]);
});
