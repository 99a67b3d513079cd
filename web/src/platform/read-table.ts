/** A browser shows so much at once without becoming slow. */
export const MOST_ROWS = 1000;
export const MOST_COLUMNS = 100;
const LONG = 60;

/** Whether a cell has so many letters that it is broken into lines; an attribute of it, so undefined if not. */
export const isLong = (cell: string) => cell.length > LONG || undefined;

export interface ReadTable {
  head: readonly string[];
  /** All of one length, which is that of the head. */
  rows: readonly (readonly string[])[];
  hasMoreRows: boolean;
  hasMoreColumns: boolean;
}

/**
 * The rows of a text whose values are separated by commas, semicolons or tabs; the first one is the head. `isCut`: its
 * end is missing. The page of share links reads tables, too: a library for it would be half as large as that page.
 */
export function readTable(text: string, isCut: boolean): ReadTable {
  const { rows: all, isWhole } = rowsOf(text);
  if (isCut && isWhole) all.pop();
  const shown = all.slice(0, MOST_ROWS + 1);
  const columns = Math.max(0, ...shown.map(({ length }) => length));
  const width = Math.min(columns, MOST_COLUMNS);
  const [head = [], ...rows] = shown.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
  return { head, rows, hasMoreRows: all.length > MOST_ROWS + 1, hasMoreColumns: columns > MOST_COLUMNS };
}

/** The rows, with one more than are shown, if there are so many; `isWhole`: the text was read to its end. */
function rowsOf(text: string): { rows: string[][]; isWhole: boolean } {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  // A value in quotes, with doubled ones inside, or whatever comes before the next separator or line.
  const value = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`, 'y');
  while (value.lastIndex < text.length && rows.length <= MOST_ROWS + 1) {
    const found = value.exec(text);
    if (found === null) break;
    const [, quoted, plain = '', end] = found;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === separator) continue;
    if (row.some((one) => one.trim() !== '')) rows.push(row);
    row = [];
  }
  // The last value may be empty, at the end of the text.
  if (row.length > 0) rows.push([...row, '']);
  return { rows, isWhole: value.lastIndex >= text.length };
}

/** The one that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const [head = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1);
  const countOf = (one: string) => head.split(one).length;
  return [',', ';', '\t'].reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}
