import { useEffect, useEffectEvent, useReducer } from 'react';

/** The browser's own: it asks the newest of them to close before Back leaves the page. Not every browser has it. */
export interface CloseWatcher {
  onclose: (() => void) | null;
  destroy: () => void;
}

declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher;
  }
}

/** For what lies over the page: where Back is a gesture or a button of the device, it closes that first. */
export function useBackCloses(opened: boolean, close: () => void): void {
  const leave = useEffectEvent(close);
  // What asks before it closes is still open then, and has to be closed by the next Back.
  const [asked, again] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a watcher asks once.
  useEffect(() => {
    // A keyboard has Escape, which the overlays hear by themselves.
    if (!opened || window.CloseWatcher === undefined || !matchMedia('(pointer: coarse)').matches) return undefined;
    const watcher = new window.CloseWatcher();
    watcher.onclose = () => {
      leave();
      again();
    };
    return () => watcher.destroy();
  }, [opened, asked]);
}
