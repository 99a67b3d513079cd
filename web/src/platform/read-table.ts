import Papa from 'papaparse';

/** A browser shows so much at once without becoming slow. */
export const MOST_ROWS = 1000;
export const MOST_COLUMNS = 100;

export interface ReadTable {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  hasMoreRows: boolean;
  hasMoreColumns: boolean;
}

/** The rows of a text whose values are separated by commas, semicolons or tabs. `isCut`: its end is missing. */
export function readTable(text: string, isCut: boolean): ReadTable {
  const { data } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'], skipEmptyLines: 'greedy' });
  const all = isCut ? data.slice(0, -1) : data;
  const [head = [], ...rows] = all;
  const columns = Math.max(...all.slice(0, MOST_ROWS + 1).map((row) => row.length), 0);
  const width = Math.min(columns, MOST_COLUMNS);
  const filled = (row: readonly string[]) => Array.from({ length: width }, (_, at) => row[at] ?? '');
  return {
    head: filled(head),
    rows: rows.slice(0, MOST_ROWS).map(filled),
    hasMoreRows: rows.length > MOST_ROWS,
    hasMoreColumns: columns > MOST_COLUMNS,
  };
}
