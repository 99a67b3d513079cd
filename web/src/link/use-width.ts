import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** How wide an element is, from its first frame on. */
export function useWidth<Kind extends HTMLElement>() {
  const ref = useRef<Kind>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = ref;
    if (current === null) return;
    setWidth(current.clientWidth);
    const watch = new ResizeObserver(() => setWidth(current.clientWidth));
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  return { ref, width };
}
