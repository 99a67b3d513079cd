import { type RefObject, useLayoutEffect } from 'react';

/** Says how high a bar at the foot of the screen is, for what stands above it. */
export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = bar;
    if (current === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--v-selection-height', `${current.offsetHeight}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--v-selection-height');
    };
  }, [bar]);
}
