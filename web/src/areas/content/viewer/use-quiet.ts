import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { useIdle } from './use-idle';

/**
 * What lies around the file hides where `hides` says so, once the pointer has rested for two seconds. It comes back when the pointer moves,
 * a finger taps, or the focus moves; the tap that brings it back presses nothing.
 */
export function useQuiet(hides: boolean) {
  const { idle, moved } = useIdle();
  const quiet = idle && hides;
  const place = useRef('');
  const woke = useRef(false);
  const wake = {
    onPointerMove: ({ screenX, screenY }: PointerEvent) => {
      // When another picture comes under a resting pointer, browsers tell of a move to the same place.
      const now = `${screenX} ${screenY}`;
      if (now !== place.current) moved();
      place.current = now;
    },
    onPointerDownCapture: ({ pointerType }: PointerEvent) => {
      woke.current = quiet && pointerType !== 'mouse';
      moved();
    },
    onClickCapture: (event: MouseEvent) => {
      const isPress = event.target instanceof Element && event.target.closest('button') !== null;
      if (woke.current && isPress && event.detail > 0) event.stopPropagation();
      woke.current = false;
    },
    onFocus: moved,
  };
  return { idle, quiet, wake };
}
