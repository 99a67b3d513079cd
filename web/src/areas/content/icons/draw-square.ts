import type { Square } from './crop';

/** The largest size that the server keeps. */
const EDGE = 384;

/** Draws the square of a picture; what lies beside the picture stays transparent. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, side }: Square): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = canvas.width / side;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    picture,
    (side / 2 - x) * scale,
    (side / 2 - y) * scale,
    picture.width * scale,
    picture.height * scale,
  );
}

/** The square as a picture to send; null if the browser makes none. */
export function squareOf(picture: ImageBitmap, square: Square): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = EDGE;
  canvas.height = EDGE;
  drawSquare(canvas, picture, square);
  // A browser that writes no WebP writes PNG.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
}
