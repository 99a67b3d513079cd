import { type PointerEvent as ReactPointerEvent, useRef, useState } from 'react';
import { type Box, boxBetween } from './marquee-box';

const BEGINS_AT_PX = 6;
const EDGE_PX = 48;

interface Marquee {
  origin: { x: number; y: number };
  pointer: { clientX: number; clientY: number };
  keep: boolean;
  frame: number;
}

interface Props {
  scroller: HTMLElement | null;
  /** The element whose top left corner is the origin of the box. */
  surface: HTMLElement | null;
  began: (keep: boolean) => void;
  changed: (box: Box) => void;
}

/** A marquee drawn with the mouse from an empty place; scrolls when it nears an edge. */
export function useMarquee({ scroller, surface, began, changed }: Props) {
  const [box, setBox] = useState<Box | null>(null);
  const marquee = useRef<Marquee | null>(null);

  const pointAt = (at: { clientX: number; clientY: number }) => {
    const frame = surface?.getBoundingClientRect();
    return { x: at.clientX - (frame?.left ?? 0), y: at.clientY - (frame?.top ?? 0) };
  };
  const draw = () => {
    const now = marquee.current;
    if (!now || !scroller) return;
    const edges = scroller.getBoundingClientRect();
    const { clientY } = now.pointer;
    if (clientY > edges.bottom - EDGE_PX) scroller.scrollTop += 14;
    if (clientY < edges.top + EDGE_PX) scroller.scrollTop -= 14;
    const next = boxBetween(now.origin, pointAt(now.pointer));
    setBox(next);
    changed(next);
    now.frame = requestAnimationFrame(draw);
  };
  const end = () => {
    if (marquee.current) cancelAnimationFrame(marquee.current.frame);
    marquee.current = null;
    setBox(null);
  };
  const start = (event: ReactPointerEvent) => {
    if (event.button !== 0 || event.pointerType !== 'mouse') return;
    if (
      !(event.target instanceof Element) ||
      event.target.closest('[data-node], button, a, input, [role="row"] [role="columnheader"]')
    )
      return;
    const from = { clientX: event.clientX, clientY: event.clientY };
    const origin = pointAt(from);
    const keep = event.ctrlKey || event.metaKey || event.shiftKey;
    const stop = new AbortController();
    const move = (to: PointerEvent) => {
      if (marquee.current) {
        marquee.current.pointer = to;
        return;
      }
      if (Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) < BEGINS_AT_PX) return;
      began(keep);
      marquee.current = { origin, pointer: to, keep, frame: requestAnimationFrame(draw) };
    };
    const release = () => {
      stop.abort();
      if (!marquee.current && !keep) began(false);
      end();
    };
    window.addEventListener('pointermove', move, { signal: stop.signal });
    window.addEventListener('pointerup', release, { signal: stop.signal });
    window.addEventListener('pointercancel', release, { signal: stop.signal });
  };
  return { box, start };
}
