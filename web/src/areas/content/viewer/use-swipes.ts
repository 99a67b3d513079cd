import { type TouchEvent, useRef } from 'react';
import type { Point } from '../../../platform/zoom';
import { type Box, leavesFree } from './free-swipes';
import { type Swipe, swipeOf } from './swipe';

/** What is operated by a finger's way: the lower edge of a film has the browser's own bar for seeking. */
const OPERATED = 'input, textarea, audio, [role="menu"]';
const FILM_BAR = 72;
/** A scroller that moved so far across meanwhile was meant. */
const ACROSS = 8;

interface Scroller {
  element: Element;
  box: Box;
}

interface Began {
  from: Point;
  at: number;
  scrollers: readonly Scroller[];
}

/**
 * One finger's swipes on an element and in all that has no swipes of its own. What scrolls keeps its scrolling: at its edge, a further
 * swipe is heard. The way down is heard, for the browser's own player lets nothing come up from its buttons.
 */
export function useSwipes(swiped: (swipe: Swipe) => void) {
  const began = useRef<Began | null>(null);
  const forget = () => {
    began.current = null;
  };
  return {
    'data-swipes': true,
    onTouchStartCapture: ({ touches, target, currentTarget, timeStamp }: TouchEvent<HTMLElement>) => {
      const touch = touches[0];
      forget();
      if (!touch || touches.length > 1 || !(target instanceof Element)) return;
      if (target.closest('[data-swipes]') !== currentTarget || isOperated(target, touch)) return;
      const from = { x: touch.clientX, y: touch.clientY };
      began.current = { from, at: timeStamp, scrollers: scrollersOf(target, currentTarget) };
    },
    onTouchEndCapture: ({ changedTouches, timeStamp }: TouchEvent<HTMLElement>) => {
      const touch = changedTouches[0];
      const { current } = began;
      forget();
      // A text is being selected.
      if (!touch || !current || getSelection()?.isCollapsed === false) return;
      const by = { x: touch.clientX - current.from.x, y: touch.clientY - current.from.y };
      const meant = swipeOf(by, timeStamp - current.at);
      if (!meant) return;
      const upright = meant === 'close' || meant === 'details';
      const free = current.scrollers.every(({ element, box }) => {
        const across = upright ? element.scrollLeft - box.scrollLeft : element.scrollTop - box.scrollTop;
        return Math.abs(across) < ACROSS && leavesFree(meant, box);
      });
      if (free) swiped(meant);
    },
    onTouchCancelCapture: forget,
  };
}

function isOperated(target: Element, { clientY }: { clientY: number }): boolean {
  if (target.closest(OPERATED)) return true;
  return target instanceof HTMLVideoElement && clientY > target.getBoundingClientRect().bottom - FILM_BAR;
}

/** What may scroll under a finger, with its place as it is now. */
function scrollersOf(target: Element, within: Element): Scroller[] {
  const found: Scroller[] = [];
  for (let at: Element | null = target; at && within.contains(at); at = at.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(at);
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = at;
    const scrollWidth = /auto|scroll/.test(overflowX) ? at.scrollWidth : clientWidth;
    const scrollHeight = /auto|scroll/.test(overflowY) ? at.scrollHeight : clientHeight;
    const box = { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight };
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) found.push({ element: at, box });
  }
  return found;
}
