import type { DragEvent } from 'react';
import type { DragProps } from './start-drag';

let loaded: typeof import('./start-drag') | null = null;

/** Dragging entries, in a file of its own: it is loaded when the page is first used, and until then nothing is dragged. */
export const dragging = {
  prefetch: async () => {
    loaded = await import('./start-drag');
  },
  start: (event: DragEvent, props: DragProps) => {
    if (loaded === null) event.preventDefault();
    else loaded.startDrag(event, props);
  },
};
