import { useSyncExternalStore } from 'react';

/** The kit says by this that a dialog, a drawer or the viewer lies over the page, which does not scroll then. */
const LOCK = 'data-scroll-locked';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributes: true, attributeFilter: [LOCK] });
  return () => observer.disconnect();
}

/** Whether what lies over the page keeps the pointer from it. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(subscribe, () => document.body.hasAttribute(LOCK));
}
