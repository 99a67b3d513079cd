/** Rows of pictures that are as wide as the page, and about as high as each other. */

export type Box = { width: number; height: number };

/** How high rows are meant to be, and how far apart the pictures are: on a phone, and elsewhere. */
const LOW = { height: 162, gap: 6 };
const USUAL = { height: 222, gap: 8 };
const PHONE_WIDTH = 568;

function rowsFor(width: number): { height: number; gap: number } {
  return width <= PHONE_WIDTH ? LOW : USUAL;
}

/** The boxes of pictures with these shapes (width by height), in rows of this width. The last row is not stretched. */
export function justify(ratios: readonly number[], width: number): Box[] {
  const { height: wanted, gap } = rowsFor(width);
  const boxes: Box[] = [];
  let row: number[] = [];
  const heightOf = (shapes: readonly number[]) =>
    (width - gap * (shapes.length - 1)) / shapes.reduce((sum, ratio) => sum + ratio, 0);
  const close = (height: number) => {
    // Rounded down, so that the last one stays in its row.
    for (const ratio of row) boxes.push({ width: Math.floor(ratio * height * 100) / 100, height });
    row = [];
  };
  for (const ratio of ratios) {
    const [without, withIt] = [heightOf(row), heightOf([...row, ratio])];
    if (row.length > 0 && withIt < wanted && without - wanted < wanted - withIt) close(without);
    row.push(ratio);
  }
  if (row.length > 0) close(Math.min(heightOf(row), wanted));
  return boxes;
}
