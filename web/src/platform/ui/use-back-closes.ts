import { useEffect, useEffectEvent } from 'react';

/** The browser's own: it is asked to close before Back leaves the page. Not every browser has it. */
export interface CloseWatcher {
  onclose: (() => void) | null;
  destroy: () => void;
}

declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher;
  }
}

interface Overlay {
  close: () => void;
}

/** What lies over the page, the newest last. */
let overlays: readonly Overlay[] = [];

/** One for all of them: browsers take several together that are made without a touch in between. */
let watcher: CloseWatcher | null = null;
let soon: ReturnType<typeof setTimeout> | undefined;

/** A watcher asks once, and is made anew for what is open then: what asks before it closes, or the question over it. */
function watchAnew(): void {
  watcher?.destroy();
  watcher = null;
  clearTimeout(soon);
  // Later, so that the Escape that has just opened or closed something does not close the next one as well.
  if (overlays.length > 0) soon = setTimeout(watch);
}

function watch(): void {
  if (window.CloseWatcher === undefined) return;
  watcher = new window.CloseWatcher();
  watcher.onclose = () => {
    overlays.at(-1)?.close();
    watchAnew();
  };
}

function lay(overlay: Overlay): () => void {
  overlays = [...overlays, overlay];
  watchAnew();
  return () => {
    overlays = overlays.filter((one) => one !== overlay);
    watchAnew();
  };
}

/** For what lies over the page: where Back is a gesture or a button of the device, it closes the newest of it first. */
export function useBackCloses(opened: boolean, close: () => void): void {
  const leave = useEffectEvent(close);
  useEffect(() => {
    // A keyboard has Escape, which the overlays hear by themselves.
    if (!opened || window.CloseWatcher === undefined || !matchMedia('(pointer: coarse)').matches) return undefined;
    return lay({ close: () => leave() });
  }, [opened]);
}
