import { useRef, type WheelEvent } from 'react';

/** One turn of a wheel goes one page on, and not as many as it sends events. */
const AGAIN_MS = 300;

/** While the whole page is shown, the wheel turns pages; otherwise it scrolls. */
export function useWheelPaging(whole: boolean, turn: (by: 1 | -1) => void) {
  const turnedAt = useRef(0);
  return ({ deltaY, ctrlKey, timeStamp }: WheelEvent) => {
    if (!whole || ctrlKey || deltaY === 0 || timeStamp - turnedAt.current < AGAIN_MS) return;
    turnedAt.current = timeStamp;
    turn(deltaY > 0 ? 1 : -1);
  };
}
