import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Point } from '../../../../platform/zoom';

/** Fingers stop here: at more, a canvas would be too large to be sharp. */
const MOST = 4;

interface Held {
  /** Where the fingers began: the same object as long as they do not leave. */
  from: Point;
  /** A place on the page, in parts of its width and height. */
  on: Point;
  /** Where it is to be, from the window's corner. */
  at: Point;
  /** Until the page is drawn for it. */
  moves: boolean;
}

/** The scale of the pages: as a whole, or chosen; a zoom by fingers keeps the place of the page that is under them. */
export function usePdfZoom(stage: RefObject<HTMLElement | null>, fit: number) {
  // A new object each time: fingers may move the page without a change of its scale.
  const [{ chosen }, set] = useState<{ chosen: number | null }>({ chosen: null });
  const held = useRef<Held | null>(null);
  const sheet = () => stage.current?.querySelector('[data-sheet]')?.getBoundingClientRect();
  useLayoutEffect(() => {
    const box = sheet();
    if (!held.current?.moves || !box) return;
    const { on, at } = held.current;
    held.current.moves = false;
    stage.current?.scrollBy(box.left + on.x * box.width - at.x, box.top + on.y * box.height - at.y);
  });
  const choose = (next: number | null) => set({ chosen: next });
  const hold = (from: Point, at: Point) => {
    const box = sheet();
    if (!box) return;
    const place = { x: (from.x - box.left) / box.width, y: (from.y - box.top) / box.height };
    const on = held.current?.from === from ? held.current.on : place;
    held.current = { from, on, at, moves: true };
  };
  const whole = chosen === null || chosen <= fit;
  return {
    scale: chosen ?? fit,
    chosen,
    choose,
    /** The pages are wholly shown. */
    whole,
    zoomBy: (factor: number, from: Point, to: Point) => {
      hold(from, to);
      set((before) => {
        const next = Math.min(Math.max(MOST, fit), (before.chosen ?? fit) * factor);
        return { chosen: next <= fit * 1.001 ? null : next };
      });
    },
    doubleTapped: (at: Point) => {
      hold(at, at);
      choose(whole ? Math.max(1, 2 * fit) : null);
    },
  };
}
