import { type PointerEvent, useRef, type WheelEvent } from 'react';
import { type Point, swipeOf } from '../zoom';

/** One turn of a wheel goes one page on, and not as many as it sends events. */
const AGAIN_MS = 300;

/** While the whole page is shown, the wheel and a finger turn pages; otherwise they scroll. */
export function usePaging(whole: boolean, turn: (by: 1 | -1) => void) {
  const turnedAt = useRef(0);
  const from = useRef<(Point & { at: number }) | null>(null);
  return {
    onWheel: ({ deltaY, ctrlKey, timeStamp }: WheelEvent) => {
      if (!whole || ctrlKey || deltaY === 0 || timeStamp - turnedAt.current < AGAIN_MS) return;
      turnedAt.current = timeStamp;
      turn(deltaY > 0 ? 1 : -1);
    },
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y, timeStamp: at }: PointerEvent) => {
      from.current = whole && pointerType === 'touch' && isPrimary ? { x, y, at } : null;
    },
    onPointerUp: ({ clientX, clientY, timeStamp }: PointerEvent) => {
      const began = from.current;
      from.current = null;
      if (!began) return;
      const meant = swipeOf({ x: clientX - began.x, y: clientY - began.y }, timeStamp - began.at);
      if (meant === 'next') turn(1);
      else if (meant === 'previous') turn(-1);
    },
  };
}
