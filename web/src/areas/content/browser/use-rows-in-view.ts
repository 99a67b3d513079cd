import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type RowRange, rowsBetween, scrollFor } from './rows-in-view';

interface Place {
  scroller: HTMLElement;
  /** Where the first row begins in what is scrolled. */
  margin: number;
  /** Where each row begins below that, and the last one ends. */
  tops: readonly number[];
  /** Rows beyond either edge that are drawn before they are seen. */
  around: number;
  /** Px at the top and the bottom that something else covers. */
  covered: { top: number; bottom: number };
  /** This one stays in the document, or the keyboard would lose its place; -1: none. */
  keep: number;
}

interface RowsInView {
  /** The rows to draw, ascending. */
  shown: readonly number[];
  /** Scrolls until a row is seen, no further. */
  reveal: (row: number) => void;
}

/**
 * The rows of a scrolled list that are near the view. All heights are known, so nothing is measured: however long the
 * list, a scrolled pixel costs a few comparisons, and the list is drawn again when a row comes or goes.
 */
export function useRowsInView({ scroller, margin, tops, around, covered, keep }: Place): RowsInView {
  const [view, setView] = useState(() => ({ top: scroller.scrollTop, height: scroller.clientHeight }));
  const range = rowsBetween(tops, view.top - margin, view.top + view.height - margin, around);
  useLayoutEffect(() => {
    const look = () =>
      setView((before) => {
        const now = { top: scroller.scrollTop, height: scroller.clientHeight };
        const between = (at: typeof now) => rowsBetween(tops, at.top - margin, at.top + at.height - margin, around);
        return isSame(between(before), between(now)) ? before : now;
      });
    // Drawn in the same frame, or a fast scroll would show the ground.
    const scrolled = () => flushSync(look);
    look();
    const sized = new ResizeObserver(look);
    sized.observe(scroller);
    scroller.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      sized.disconnect();
      scroller.removeEventListener('scroll', scrolled);
    };
  }, [scroller, margin, tops, around]);
  const reveal = (row: number) => {
    const top = margin + (tops[row] ?? 0);
    const bottom = margin + (tops[row + 1] ?? tops[row] ?? 0);
    const height = scroller.clientHeight - covered.top - covered.bottom;
    scroller.scrollTop = scrollFor(top, bottom, scroller.scrollTop + covered.top, height) - covered.top;
  };
  return { shown: withKept(range, keep, tops.length - 1), reveal };
}

function isSame(one: RowRange, other: RowRange): boolean {
  return one.first === other.first && one.last === other.last;
}

function withKept({ first, last }: RowRange, keep: number, count: number): number[] {
  const shown = Array.from({ length: last - first }, (_, index) => first + index);
  if (keep < 0 || keep >= count) return shown;
  if (keep < first) return [keep, ...shown];
  return keep >= last ? [...shown, keep] : shown;
}
