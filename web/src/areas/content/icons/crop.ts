// Which square of a picture becomes an icon.

interface Size {
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

/** Its middle and its side, in pixels of the picture. */
export interface Square extends Point {
  side: number;
}

/** The smallest square is so small a part of the shorter side. */
const MOST = 12;

/** All of the picture, with a margin beside what is not square. */
const largest = ({ width, height }: Size) => Math.max(width, height);
const smallest = ({ width, height }: Size) => Math.min(width, height) / MOST;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The middle of a square on one axis; one that is longer than the picture has the picture in its middle. */
function kept(middle: number, side: number, length: number): number {
  return side >= length ? length / 2 : clamp(middle, side / 2, length - side / 2);
}

function within({ x, y, side }: Square, picture: Size): Square {
  return { x: kept(x, side, picture.width), y: kept(y, side, picture.height), side };
}

/** The middle of the picture. */
export function firstSquare({ width, height }: Size): Square {
  return { x: width / 2, y: height / 2, side: Math.min(width, height) };
}

/** The picture is moved by `by` below the square: in sides of the square. */
export function moved(square: Square, picture: Size, by: Point): Square {
  return within({ ...square, x: square.x - by.x * square.side, y: square.y - by.y * square.side }, picture);
}

/** The picture becomes larger by `factor`; what is at `at`, in sides from the middle, stays there. */
export function zoomed(square: Square, picture: Size, factor: number, at: Point = { x: 0, y: 0 }): Square {
  const side = clamp(square.side / factor, smallest(picture), largest(picture));
  const less = square.side - side;
  return within({ x: square.x + at.x * less, y: square.y + at.y * less, side }, picture);
}

/** How far it is zoomed: 0 for all of the picture, 100 for the smallest square. */
export function zoomOf({ side }: Square, picture: Size): number {
  return (Math.log(largest(picture) / side) / Math.log(largest(picture) / smallest(picture))) * 100;
}

export function withZoom(square: Square, picture: Size, zoom: number): Square {
  const side = largest(picture) * (smallest(picture) / largest(picture)) ** (zoom / 100);
  return zoomed(square, picture, square.side / side);
}
