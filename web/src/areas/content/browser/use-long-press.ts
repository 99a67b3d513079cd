import { type PointerEvent as ReactPointerEvent, useRef } from 'react';

const HELD_MS = 450;
/** A finger that moves further scrolls. */
const STAYS_PX = 10;

/**
 * A finger that stays on an element. `pressed` gets the element, and says whether there was something to do; then the
 * click and the context menu that browsers make of the same touch are swallowed.
 */
export function useLongPress(pressed: (target: Element) => boolean) {
  const done = useRef(false);
  const start = (event: ReactPointerEvent) => {
    done.current = false;
    const { target, pointerType, clientX, clientY } = event;
    if (pointerType !== 'touch' || !event.isPrimary || !(target instanceof Element)) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      stop.abort();
      done.current = pressed(target);
    }, HELD_MS);
    const end = () => {
      clearTimeout(timer);
      stop.abort();
    };
    const move = (to: PointerEvent) => {
      if (Math.hypot(to.clientX - clientX, to.clientY - clientY) > STAYS_PX) end();
    };
    window.addEventListener('pointermove', move, { signal: stop.signal });
    window.addEventListener('pointerup', end, { signal: stop.signal });
    window.addEventListener('pointercancel', end, { signal: stop.signal });
  };
  /** Whether the click belongs to a press that has been dealt with. */
  const swallow = () => {
    const was = done.current;
    done.current = false;
    return was;
  };
  return { start, swallow };
}
