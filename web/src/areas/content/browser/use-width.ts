import { useLayoutEffect, useState } from 'react';

/** The width of an element in px, updated as it changes. */
export function useWidth(element: HTMLElement): number {
  const [width, setWidth] = useState(element.clientWidth);
  useLayoutEffect(() => {
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
