import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Point } from '../../../../platform/zoom';

interface Props {
  /** The fingers' middle was at `from` when they began and is now at `to`, measured from the window's corner. */
  zoomBy: (factor: number, from: Point, to: Point) => void;
  doubleTapped: (at: Point) => void;
}

type Pair = { middle: Point; apart: number };

const AGAIN_MS = 300;
const NEAR = 32;
const PINCHED_WHEEL = 0.01;

/** Two fingers, a double tap and the pinch of a touch pad, on what one finger scrolls. */
export function usePinch(stage: RefObject<HTMLElement | null>, props: Props): void {
  const zoomBy = useEffectEvent(props.zoomBy);
  const doubleTapped = useEffectEvent(props.doubleTapped);
  useEffect(() => {
    let before: Pair | null = null;
    let from: Point | null = null;
    let down: (Point & { at: number }) | null = null;
    let tapped: (Point & { at: number }) | null = null;
    const start = ({ touches, timeStamp: at }: TouchEvent) => {
      before = pairOf(touches);
      from = before?.middle ?? null;
      const [touch] = touches;
      down = touch && touches.length === 1 ? { ...placeOf(touch), at } : null;
      if (!down) tapped = null;
    };
    const move = (event: TouchEvent) => {
      const now = pairOf(event.touches);
      if (!before || !from || !now) return;
      // Two fingers would scroll as well.
      if (event.cancelable) event.preventDefault();
      zoomBy(now.apart / Math.max(1, before.apart), from, now.middle);
      before = now;
    };
    const end = (event: TouchEvent) => {
      before = pairOf(event.touches);
      from = before?.middle ?? null;
      const [touch] = event.changedTouches;
      const { timeStamp: at } = event;
      const began = down;
      down = null;
      if (!touch || !began || !isSoonAndNear(began, placeOf(touch), at)) return;
      const again = tapped !== null && isSoonAndNear(tapped, placeOf(touch), began.at);
      tapped = again ? null : { ...placeOf(touch), at };
      if (!again) return;
      // A word would be selected.
      event.preventDefault();
      doubleTapped(placeOf(touch));
    };
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const at = placeOf(event);
      zoomBy(Math.exp(-event.deltaY * PINCHED_WHEEL), at, at);
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    const element = stage.current;
    element?.addEventListener('touchstart', start, { signal, passive: true });
    // React's own listeners may not keep the page from scrolling.
    element?.addEventListener('touchmove', move, { signal, passive: false });
    element?.addEventListener('touchend', end, { signal, passive: false });
    element?.addEventListener('touchcancel', end, { signal, passive: true });
    element?.addEventListener('wheel', turn, { signal, passive: false });
    return () => leaving.abort();
  }, [stage]);
}

const placeOf = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }): Point => ({ x, y });

function isSoonAndNear(then: Point & { at: number }, { x, y }: Point, at: number): boolean {
  return at - then.at < AGAIN_MS && Math.hypot(x - then.x, y - then.y) < NEAR;
}

function pairOf({ 0: one, 1: other }: TouchList): Pair | null {
  if (!one || !other) return null;
  const [a, b] = [placeOf(one), placeOf(other)];
  return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.hypot(a.x - b.x, a.y - b.y) };
}
