import { useLayoutEffect, useRef } from 'react';
import type { Square } from './crop';
import { drawSquare } from './draw-square';

interface Props {
  picture: ImageBitmap;
  square: Square;
  /** Pixels of its edge. */
  edge: number;
  className?: string | undefined;
}

/** The square of a picture, as it is now. */
export function SquareCanvas({ picture, square, edge, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current !== null) drawSquare(canvas.current, picture, square);
  }, [picture, square]);
  return <canvas ref={canvas} width={edge} height={edge} className={className} aria-hidden />;
}
