import { useEffect, useRef } from 'preact/hooks';

/** A finger that has moved less has pressed, or has not made up its mind. */
const FAR_PX = 60;

export type Swipe = 'left' | 'right' | 'down';

/** Where a finger has gone, if it has gone somewhere. */
export function swipeOf(x: number, y: number): Swipe | null {
  if (Math.abs(x) > Math.abs(y)) return Math.abs(x) < FAR_PX ? null : x < 0 ? 'left' : 'right';
  return y >= FAR_PX ? 'down' : null;
}

/** The height of what a player is driven with, at its foot. */
const CONTROLS_PX = 72;

/** What scrolls, and the controls of a player. */
function hasOwnSwipes(target: EventTarget | null, y: number): boolean {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLMediaElement) return y > target.getBoundingClientRect().bottom - CONTROLS_PX;
  return target.closest('[data-scrolls]') !== null;
}

function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}

/** One finger that swipes; with two, or in a page that is zoomed, the browser moves the picture. */
export function useSwipes(swiped: (swipe: Swipe) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const start = useRef<{ x: number; y: number } | null>(null);
  // Otherwise the browser begins to scroll by itself, and the next tap only stops it.
  useEffect(() => {
    const { current } = ref;
    const hold = (event: TouchEvent) => {
      if (start.current !== null && event.touches.length === 1 && event.cancelable) event.preventDefault();
    };
    current?.addEventListener('touchmove', hold, { passive: false });
    return () => current?.removeEventListener('touchmove', hold);
  }, []);
  return {
    ref,
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY, target }: PointerEvent) => {
      const swipes = pointerType === 'touch' && isPrimary && !hasOwnSwipes(target, clientY) && !isZoomed();
      start.current = swipes ? { x: clientX, y: clientY } : null;
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
