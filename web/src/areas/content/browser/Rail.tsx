import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../platform/api/client';
import { type Mark, marksOf } from './bucket-marks';
import classes from './Rail.module.css';
import { railLabels } from './rail-labels';

/** So far from what stays of the header. */
const LEAST_TOP = 20;
/** What may follow the list in what is scrolled: the place of the bar of a selection. */
const FOOT = 120;

interface Props {
  buckets: readonly Schema<'Bucket'>[];
  scroller: HTMLElement;
  /** Pixels at the top of the list that something covers. */
  stuck: number;
  topOf: (index: number) => number;
  height: number;
}

/** Letters or months beside a long list: they show where one is, and take one elsewhere by dragging or by the keys. */
export function Rail({ buckets, scroller, stuck, topOf, height }: Props) {
  const { t, i18n } = useTranslation('content');
  const marks = useMemo(() => marksOf(buckets, i18n.language, t('grid.undated')), [buckets, i18n.language, t]);
  const rail = useRef<HTMLDivElement>(null);
  const [length, setLength] = useState(0);
  const [top, setTop] = useState(scroller.scrollTop);
  const [atEnd, setAtEnd] = useState(false);
  useLayoutEffect(() => {
    const look = () => {
      setTop(scroller.scrollTop);
      setAtEnd(scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - FOOT);
    };
    const measure = () => setLength(rail.current?.clientHeight ?? 0);
    const sized = new ResizeObserver(measure);
    if (rail.current !== null) sized.observe(rail.current);
    measure();
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      sized.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [scroller]);
  const first = topOf(0);
  const placeOf = ({ index }: Mark) => ((topOf(index) - first) / Math.max(1, height)) * length;
  const here = top + stuck - first;
  // The last ones never come to the top.
  const current = atEnd
    ? marks.length - 1
    : marks.reduce((at, mark, index) => (topOf(mark.index) - first <= here + 1 ? index : at), 0);
  const share = atEnd ? 1 : Math.min(1, Math.max(0, here / Math.max(1, height)));

  const goTo = (mark: Mark | undefined) => {
    if (mark !== undefined) scroller.scrollTop = mark.index === 0 ? 0 : topOf(mark.index) - stuck;
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.focus({ preventScroll: true });
      event.currentTarget.setPointerCapture(event.pointerId);
    } else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { top: from } = event.currentTarget.getBoundingClientRect();
    scroller.scrollTop = first - stuck + ((event.clientY - from) / Math.max(1, length)) * height;
  };
  const press = (event: KeyboardEvent) => {
    const to = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: marks.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(marks[Math.min(marks.length - 1, Math.max(0, to))]);
  };
  const shown = marks[current];
  if (shown === undefined) return null;
  const labels = railLabels(
    marks.map((mark) => ({ at: placeOf(mark), major: mark.major })),
    share * length,
  );
  return (
    <div
      ref={rail}
      role="slider"
      aria-orientation="vertical"
      aria-label={t('rail.label')}
      aria-valuemin={0}
      aria-valuemax={marks.length - 1}
      aria-valuenow={current}
      aria-valuetext={shown.long}
      tabIndex={0}
      className={classes['rail']}
      // While nothing is scrolled, the header reaches lower than what stays of it.
      style={{ top: Math.max(LEAST_TOP, first - stuck + LEAST_TOP / 2) }}
      onPointerDown={drag}
      onPointerMove={drag}
      onKeyDown={press}
    >
      {marks.map((mark, index) => {
        const kind = labels[index];
        if (kind === 'none') return null;
        return (
          <span
            key={`${mark.after} ${mark.index}`}
            className={classes[kind === 'dot' ? 'dot' : 'mark']}
            data-major={mark.major || undefined}
            style={{ top: placeOf(mark) }}
          >
            {kind === 'dot' ? null : mark.short}
          </span>
        );
      })}
      <span className={classes['pill']} style={{ top: share * length }}>
        {shown.long}
      </span>
    </div>
  );
}
