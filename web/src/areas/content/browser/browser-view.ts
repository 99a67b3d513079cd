import type { ReactNode, RefObject } from 'react';
import type { Schema } from '../../../platform/api/client';
import type { Order } from '../orders';
import type { Entry } from '../queries';
import type { Line } from './marquee-box';
import type { Selection } from './selection';

/** A long list as a whole, of which only a part is loaded. */
export interface LongList {
  buckets: readonly Schema<'Bucket'>[];
  /** The place of the first loaded entry. */
  begin: number;
  /** Loads the page before the first loaded entry. */
  loadBefore: () => void;
  /** Loads the page of an entry far away, instead of what is loaded. */
  jumpTo: (index: number) => void;
}

/** The current layout of the list; arrow keys and the marquee use it. */
export interface Geometry {
  columns: number;
  /** Where sections begin in what is loaded. */
  starts: readonly number[];
  lines: () => Line[];
  cardWidth: number;
  gap: number;
  reveal: (index: number) => void;
}

/** How hits of a search are shown, or another list of entries from many folders. */
export interface HitsView {
  /** Its words are marked in names. */
  term: string;
  /** They come day by day, which headings say; otherwise folders may come anywhere. */
  byDay?: boolean;
  under: (entry: Entry, tabStop: boolean) => ReactNode;
}

/** All data that the grid and the table draw. */
export interface BrowserView {
  appId: number;
  label: string;
  entries: readonly Entry[];
  more: boolean;
  loadMore: () => void;
  /** Null: it is loaded from its beginning on, and its length is not known. */
  list: LongList | null;
  /** Where the rail of a long list is drawn. */
  rail: HTMLElement | null;
  scroller: HTMLElement;
  surface: HTMLElement;
  geometry: RefObject<Geometry | null>;
  selection: Selection;
  /** How much of what can be selected is. */
  selectedPart: 'none' | 'some' | 'all';
  selectAll: () => void;
  clear: () => void;
  tabStop: number | null;
  focusIndex: number;
  menuOf: number | null;
  dropTarget: number | null;
  /** So many pixels at the top of the list are covered by what stays there. */
  stuck: number;
  order: Order | null;
  reorder: (order: Order) => void;
  /** The list shows hits: where each one lies is said under its name. */
  hits?: HitsView;
}
