import { type RefCallback, type RefObject, useCallback, useRef, useState } from 'react';
import type { Size } from '../../../platform/zoom';

interface Stage {
  /** For the element; it stays the same, or the element would be measured at each change. */
  attach: RefCallback<HTMLElement>;
  element: RefObject<HTMLElement | null>;
  /** As it changes; null before it is known. */
  room: Size | null;
}

/** An element and its size. */
export function useStage(): Stage {
  const [room, setRoom] = useState<Size | null>(null);
  const element = useRef<HTMLElement | null>(null);
  const attach = useCallback((attached: HTMLElement | null) => {
    element.current = attached;
    if (!attached) return undefined;
    const measure = () => setRoom({ width: attached.clientWidth, height: attached.clientHeight });
    measure();
    const watched = new ResizeObserver(measure);
    watched.observe(attached);
    return () => watched.disconnect();
  }, []);
  return { attach, element, room };
}
