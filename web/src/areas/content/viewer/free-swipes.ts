import type { Swipe } from './swipe';

/** How far an element is scrolled, and how far it could be, as in the document. */
export type Box = Pick<
  Element,
  'scrollLeft' | 'scrollTop' | 'scrollWidth' | 'scrollHeight' | 'clientWidth' | 'clientHeight'
>;

/** Places may be fractions, and the last pixel is never reached. */
const EDGE = 2;

/** Whether a swipe scrolls nothing: the element is at that edge, or does not scroll that way. */
export function leavesFree(swipe: Swipe, box: Box): boolean {
  const toRight = box.scrollWidth - box.clientWidth - Math.abs(box.scrollLeft);
  const toBottom = box.scrollHeight - box.clientHeight - box.scrollTop;
  const ways: Readonly<Record<Swipe, number>> = {
    next: toRight,
    previous: Math.abs(box.scrollLeft),
    close: box.scrollTop,
    details: toBottom,
  };
  return ways[swipe] < EDGE;
}
