/** A place in thousandths of a picture's width and height. */
export interface Place {
  x: number;
  y: number;
}

const MOST = 1000;
const STEP = 10;
const LARGE_STEP = 100;

const within = (part: number) => Math.min(MOST, Math.max(0, Math.round(part)));

/** How a drop lies whose tip is at the place: near the top and the right edge it hangs to the other side. */
export function dropAt({ x, y }: Place) {
  const [left, below] = [x > 900, y < 150];
  const corners = ['50%', '50%', '50%', '50%'];
  corners[below ? (left ? 1 : 0) : left ? 2 : 3] = '2px';
  return {
    left: `${x / 10}%`,
    top: `${y / 10}%`,
    borderRadius: corners.join(' '),
    transform: `translate(${left ? -100 : 0}%, ${below ? 0 : -100}%)`,
  };
}

type Box = { left: number; top: number; width: number; height: number };

/** Where a point of the window is in the picture that fills the box. */
export function pinAt(box: Box, { clientX, clientY }: { clientX: number; clientY: number }): Place {
  return {
    x: within(((clientX - box.left) / Math.max(1, box.width)) * MOST),
    y: within(((clientY - box.top) / Math.max(1, box.height)) * MOST),
  };
}

/** The place after an arrow key; null for other keys. */
export function movedBy({ x, y }: Place, key: string, far: boolean): Place | null {
  const by = far ? LARGE_STEP : STEP;
  if (key === 'ArrowLeft') return { x: within(x - by), y };
  if (key === 'ArrowRight') return { x: within(x + by), y };
  if (key === 'ArrowUp') return { x, y: within(y - by) };
  if (key === 'ArrowDown') return { x, y: within(y + by) };
  return null;
}
