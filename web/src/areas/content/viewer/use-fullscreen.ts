import { createContext, type RefObject, useCallback, useSyncExternalStore } from 'react';

/** Shows the viewer on the whole screen, or ends that; null where the browser cannot. */
export const Fullscreen = createContext<(() => void) | null>(null);

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

export function useFullscreen(element: RefObject<HTMLElement | null>) {
  const full = useSyncExternalStore(subscribe, () => (document.fullscreenElement ?? null) !== null);
  const toggle = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen();
    // A browser may refuse, and then the window stays as it is.
    else void element.current?.requestFullscreen().catch(() => undefined);
  }, [element]);
  return { full, toggle: document.fullscreenEnabled ? toggle : null };
}
