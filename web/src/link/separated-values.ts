/** A browser shows so much at once without becoming slow. */
const MOST_ROWS = 1000;
const MOST_COLUMNS = 100;

/**
 * The rows of a text whose values are separated by commas, semicolons or tabs, all of one length. The app reads tables
 * by a library that is half as large as this page.
 */
export function rowsOf(text: string, isCut: boolean): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  // A value in quotes, with doubled ones inside, or whatever comes before the next separator or line.
  const value = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`, 'y');
  while (value.lastIndex < text.length && rows.length <= MOST_ROWS) {
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
  if (isCut && value.lastIndex >= text.length) rows.pop();
  const width = Math.min(MOST_COLUMNS, Math.max(0, ...rows.map(({ length }) => length)));
  return rows.slice(0, MOST_ROWS + 1).map((one) => Array.from({ length: width }, (_, at) => one[at] ?? ''));
}

/** The one that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const [head = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1);
  const countOf = (one: string) => head.split(one).length;
  return [',', ';', '\t'].reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}
