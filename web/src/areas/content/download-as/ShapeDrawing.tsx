import classes from './ShapeDrawing.module.css';

/** The longest side of the drawing. */
const SIDE = 30;

/** A frame in the proportion of a size; without one of the sides, a square. */
export function ShapeDrawing({ width, height }: { width: number | null; height: number | null }) {
  const [wide, high] = width === null || height === null ? [1, 1] : [width, height];
  const scale = SIDE / Math.max(wide, high);
  // A panorama stays visible.
  const side = (length: number) => Math.max(6, Math.round(length * scale));
  return <span className={classes['shape']} style={{ width: side(wide), height: side(high) }} aria-hidden />;
}
