import type { ReactNode, RefObject } from 'react';
import type { Entry, Order } from '../queries';
import type { Line } from './marquee-box';
import type { Selection } from './selection';

/** The current layout of the list; arrow keys and the marquee use it. */
export interface Geometry {
  columns: number;
  folders: number;
  lines: () => Line[];
  cardWidth: number;
  gap: number;
  reveal: (index: number) => void;
}

/** How hits of a search are shown. */
export interface HitsView {
  /** Its words are marked in names. */
  term: string;
  under: (entry: Entry, tabStop: boolean) => ReactNode;
}

/** All data that the grid and the table draw. */
export interface BrowserView {
  appId: number;
  label: string;
  entries: readonly Entry[];
  more: boolean;
  loadMore: () => void;
  scroller: HTMLElement;
  surface: HTMLElement;
  geometry: RefObject<Geometry | null>;
  selection: Selection;
  tabStop: number | null;
  focusIndex: number;
  menuOf: number | null;
  dropTarget: number | null;
  order: Order | null;
  reorder: (order: Order) => void;
  /** The list shows hits: folders may come anywhere, and where each one lies is said under its name. */
  hits?: HitsView;
}
