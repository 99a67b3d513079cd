/** A part of the list under a heading of its own: the folders, or the files of a day. */
export interface Section {
  kind: 'folders' | 'files';
  from: number;
  to: number;
  /** Null: it has no heading. */
  title: string | null;
  /** How many it has, said beside the title. */
  count?: number;
}

/** A row of the grid: the heading of a section, a row of cards, or skeleton cards for those still to come. */
export type GridRow =
  | { kind: 'heading'; section: Section }
  | { kind: 'folders' | 'files'; from: number; to: number }
  | { kind: 'coming'; cards: number };

export interface GridMeasures {
  columns: number;
  cardWidth: number;
}

const GAP = 16;

/** As many cards as fit, those of folders somewhat larger, and files beside them in the same columns; two on a phone. */
export function measureGrid(width: number, hasFolders: boolean): GridMeasures {
  const smallest = width < 600 ? 150 : hasFolders ? 240 : 200;
  const gap = gapFor(width);
  const columns = Math.max(1, Math.floor((width + gap) / (smallest + gap)));
  return { columns, cardWidth: (width - gap * (columns - 1)) / columns };
}

export function gapFor(width: number): number {
  return width < 600 ? 12 : GAP;
}

/** The rows of all sections; `more` adds a line or two of skeletons at the end. */
export function layoutRows(sections: readonly Section[], columns: number, more: boolean): GridRow[] {
  const rows: GridRow[] = [];
  for (const section of sections) {
    if (section.title !== null) rows.push({ kind: 'heading', section });
    for (let from = section.from; from < section.to; from += columns)
      rows.push({ kind: section.kind, from, to: Math.min(section.to, from + columns) });
  }
  if (more) rows.push({ kind: 'coming', cards: columns }, { kind: 'coming', cards: columns });
  return rows;
}

/** The row of `layoutRows` that shows the entry at `index`; halving, so that a long list costs no more than a short one. */
export function rowOf(rows: readonly GridRow[], index: number): number {
  let low = 0;
  let high = Math.max(0, rows.length - 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (beginOf(rows[middle]) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

function beginOf(row: GridRow | undefined): number {
  if (row === undefined || row.kind === 'coming') return Number.POSITIVE_INFINITY;
  return row.kind === 'heading' ? row.section.from : row.from;
}

export type Step = 'left' | 'right' | 'up' | 'down' | 'home' | 'end' | 'pageUp' | 'pageDown';

const PAGE_LINES = 4;

/**
 * The target of an arrow key from `index`, keeping the column between the rows of sections, which begin at `starts`. Of a
 * list that is not loaded from its beginning, the first may begin before what is loaded.
 */
export function stepFrom(index: number, step: Step, starts: readonly number[], total: number, columns: number): number {
  const last = total - 1;
  switch (step) {
    case 'left':
      return Math.max(0, index - 1);
    case 'right':
      return Math.min(last, index + 1);
    case 'home':
      return 0;
    case 'end':
      return last;
    case 'up':
    case 'down':
      return lineStep(index, step, starts, total, columns);
    case 'pageUp':
    case 'pageDown': {
      let at = index;
      for (let line = 0; line < PAGE_LINES; line++)
        at = lineStep(at, step === 'pageUp' ? 'up' : 'down', starts, total, columns);
      return at;
    }
  }
}

function lineStep(
  index: number,
  step: 'up' | 'down',
  starts: readonly number[],
  total: number,
  columns: number,
): number {
  const section = starts.findLastIndex((start) => start <= index);
  const start = starts[section] ?? 0;
  const end = Math.min(total, starts[section + 1] ?? total);
  const column = (index - start) % columns;
  if (step === 'down') {
    if (index + columns < end) return index + columns;
    if (index - column + columns < end) return end - 1;
    return end >= total ? index : Math.min((starts[section + 2] ?? total) - 1, total - 1, end + column);
  }
  const above = starts[section - 1];
  if (index - columns >= start) return Math.max(0, index - columns);
  if (above === undefined) return index;
  const lastLine = above + Math.floor((start - 1 - above) / columns) * columns;
  return Math.max(0, Math.min(start - 1, lastLine + column));
}
