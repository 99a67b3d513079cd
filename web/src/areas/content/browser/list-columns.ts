import { useSyncExternalStore } from 'react';
import { useToken } from '../../../platform/session/use-session';

export type ColumnKey = 'type' | 'person' | 'pixels' | 'size' | 'modified_at';

interface Column {
  key: ColumnKey;
  /** Pixels, before somebody changes them. */
  width: number;
  /** Shown from this width of the table on. */
  from: number;
}

const all: readonly Column[] = [
  { key: 'type', width: 120, from: 820 },
  { key: 'person', width: 150, from: 960 },
  { key: 'pixels', width: 120, from: 1080 },
  { key: 'size', width: 110, from: 560 },
  { key: 'modified_at', width: 130, from: 560 },
];

const NARROWEST = 72;
const WIDEST = 400;
/** Of the menu's button. */
const TOOLS = 52;
/** Kept for names, however wide the other columns are made. */
const NAMES = 180;

type Widths = Readonly<Partial<Record<ColumnKey, number>>>;

const key = (usersId: number) => `list_columns_for_user_id_${usersId}`;
const known = new Map<number, Widths>();
const listeners = new Set<() => void>();

function read(usersId: number): Widths {
  const there = known.get(usersId);
  if (there !== undefined) return there;
  let widths: Widths = {};
  try {
    widths = sane(JSON.parse(localStorage.getItem(key(usersId)) ?? '{}'));
  } catch {
    // What cannot be read is what nobody has changed.
  }
  known.set(usersId, widths);
  return widths;
}

function sane(stored: unknown): Widths {
  if (typeof stored !== 'object' || stored === null) return {};
  const width = (of: ColumnKey) => Number((stored as Record<string, unknown>)[of]);
  return Object.fromEntries(
    all.flatMap(({ key: of }) => (Number.isFinite(width(of)) && width(of) > 0 ? [[of, bounded(width(of))]] : [])),
  );
}

function bounded(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface ShownColumn {
  key: ColumnKey;
  width: number;
}

/** The columns that a table of this width shows, as wide as the person made them, which this device remembers. */
export function useListColumns(tableWidth: number) {
  const usersId = useToken()?.claims.usersId ?? 0;
  const widths = useSyncExternalStore(subscribe, () => read(usersId));
  const columns = shownColumns(tableWidth, widths);
  const resize = (of: ColumnKey, width: number) => {
    known.set(usersId, { ...read(usersId), [of]: bounded(width) });
    try {
      localStorage.setItem(key(usersId), JSON.stringify(known.get(usersId)));
    } catch {
      // Without storage the columns are as before after a reload.
    }
    for (const listener of listeners) listener();
  };
  return { columns, template: templateOf(columns), resize };
}

/** What fits: the last ones to come go first if the person made others wide. */
export function shownColumns(tableWidth: number, widths: Widths): readonly ShownColumn[] {
  const shown = all
    .filter(({ from }) => tableWidth >= from)
    .map(({ key: of, width }) => ({ key: of, width: widths[of] ?? width }));
  const dispensable: readonly ColumnKey[] = ['pixels', 'person', 'type', 'size'];
  const needed = (columns: readonly ShownColumn[]) => columns.reduce((sum, { width }) => sum + width, NAMES + TOOLS);
  return dispensable.reduce(
    (left, of) => (needed(left) > tableWidth ? left.filter((column) => column.key !== of) : left),
    shown,
  );
}

function templateOf(columns: readonly ShownColumn[]): string {
  const widths = columns.map(({ width }) => `${width}px`);
  return ['minmax(0, 1fr)', ...widths, columns.length > 0 ? `${TOOLS}px` : '44px'].join(' ');
}
