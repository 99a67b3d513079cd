import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

/** Another list in the place of one begins at its top. The viewer has an address of its own over the same list. */
export function useListTop(scroller: HTMLElement | null): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const shown = useRef(path);
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (scroller) scroller.scrollTop = 0;
  }, [path, scroller]);
}
