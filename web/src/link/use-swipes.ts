import { useRef } from 'preact/hooks';

/** A finger that has moved less has pressed, or has not made up its mind. */
const FAR_PX = 60;

export type Swipe = 'left' | 'right' | 'down';

/** Where a finger has gone, if it has gone somewhere. */
export function swipeOf(x: number, y: number): Swipe | null {
  if (Math.abs(x) > Math.abs(y)) return Math.abs(x) < FAR_PX ? null : x < 0 ? 'left' : 'right';
  return y >= FAR_PX ? 'down' : null;
}

/** One finger that swipes; with two, or in a page that is zoomed, the browser moves the picture. */
export function useSwipes(swiped: (swipe: Swipe) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
      const zoomed = (window.visualViewport?.scale ?? 1) > 1.01;
      start.current = pointerType === 'touch' && isPrimary && !zoomed ? { x: clientX, y: clientY } : null;
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current;
      start.current = null;
      const swipe = from && swipeOf(clientX - from.x, clientY - from.y);
      if (swipe) swiped(swipe);
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
