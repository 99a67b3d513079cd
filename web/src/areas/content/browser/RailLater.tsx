import { Suspense } from 'react';
import { createPortal } from 'react-dom';
import { later } from '../../../platform/routing/later';
import type { BrowserView } from './browser-view';

const Rail = later(() => import('./Rail'), 'Rail');

interface Props {
  view: BrowserView;
  /** Where an entry of the whole list begins, in what is scrolled. */
  topOf: (index: number) => number;
  /** Of the whole list. */
  height: number;
}

/** The rail of a long list, beside it. */
export function RailLater({ view, topOf, height }: Props) {
  const { list, rail, scroller, stuck } = view;
  if (list === null || rail === null) return null;
  return createPortal(
    <Suspense fallback={null}>
      <Rail buckets={list.buckets} {...{ scroller, stuck, topOf, height }} />
    </Suspense>,
    rail,
  );
}
