/** A row of the grid: a heading over folders or files, a row of cards, or skeleton cards for those still to come. */
export type GridRow =
  | { kind: 'heading'; of: 'folders' | 'files' }
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

/**
 * Folders come first in the list, so one index splits it. `more` adds a line or two of skeletons at the end. Without
 * headings all count as files.
 */
export function layoutRows(
  folderCount: number,
  fileCount: number,
  columns: number,
  more: boolean,
  headings = true,
): GridRow[] {
  const rows: GridRow[] = [];
  const heading = (of: 'folders' | 'files'): GridRow[] => (headings ? [{ kind: 'heading', of }] : []);
  if (folderCount > 0) rows.push(...heading('folders'), ...lines('folders', 0, folderCount, columns));
  if (fileCount > 0) rows.push(...heading('files'), ...lines('files', folderCount, folderCount + fileCount, columns));
  if (more) rows.push({ kind: 'coming', cards: columns }, { kind: 'coming', cards: columns });
  return rows;
}

function lines(kind: 'folders' | 'files', start: number, end: number, columns: number): GridRow[] {
  const rows: GridRow[] = [];
  for (let from = start; from < end; from += columns) rows.push({ kind, from, to: Math.min(end, from + columns) });
  return rows;
}

/** The row of `layoutRows` that shows the entry at `index`. */
export function rowOf(index: number, folderCount: number, columns: number, headings = true): number {
  if (!headings) return Math.floor(index / columns);
  if (index < folderCount) return 1 + Math.floor(index / columns);
  const folderRows = folderCount > 0 ? 1 + Math.ceil(folderCount / columns) : 0;
  return folderRows + 1 + Math.floor((index - folderCount) / columns);
}

export type Step = 'left' | 'right' | 'up' | 'down' | 'home' | 'end' | 'pageUp' | 'pageDown';

const PAGE_LINES = 4;

/** The target of an arrow key from `index`, keeping the column between the rows of folders and files. */
export function stepFrom(index: number, step: Step, folderCount: number, total: number, columns: number): number {
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
      return lineStep(index, step, folderCount, total, columns);
    case 'pageUp':
    case 'pageDown': {
      let at = index;
      for (let line = 0; line < PAGE_LINES; line++)
        at = lineStep(at, step === 'pageUp' ? 'up' : 'down', folderCount, total, columns);
      return at;
    }
  }
}

function lineStep(index: number, step: 'up' | 'down', folderCount: number, total: number, columns: number): number {
  const inFiles = index >= folderCount;
  const start = inFiles ? folderCount : 0;
  const end = inFiles ? total : folderCount;
  const column = (index - start) % columns;
  if (step === 'down') {
    if (index + columns < end) return index + columns;
    const lineStart = index - column;
    if (lineStart + columns < end) return end - 1;
    if (inFiles || folderCount >= total) return index;
    return Math.min(total - 1, folderCount + column);
  }
  if (index - columns >= start) return index - columns;
  if (!inFiles || folderCount === 0) return index;
  const lastLine = Math.floor((folderCount - 1) / columns) * columns;
  return Math.min(folderCount - 1, lastLine + column);
}
