/** Pasted people: one per line, from a spreadsheet, a CSV file or an address book. */

import * as z from 'zod/mini';
import { mandatory } from '../../../platform/ui/form/rules';

export type Row = { name: string; email: string };

/** The cells of a line; a cell in double quotes may contain the separator, and two quotes mean one. */
function cells(line: string, separator: string): string[] {
  const found: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? '';
    if (quoted && letter === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"' && (quoted || cell.trim() === '')) quoted = !quoted;
    else if (letter === separator && !quoted) {
      found.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...found, cell].map((one) => one.trim());
}

function separatorOf(line: string): string {
  return ['\t', ';', ','].find((one) => line.includes(one)) ?? ',';
}

/** "Ana Souza <ana@acme.example>" */
function address(line: string): Row | null {
  const found = /^"?([^"<>]*?)"?\s*<([^<>\s]+@[^<>\s]+)>\s*[,;]?$/.exec(line.trim());
  return found === null ? null : { name: found[1]?.trim() ?? '', email: found[2] ?? '' };
}

function isHeading(row: readonly string[]): boolean {
  return row.length > 1 && !row.some((cell) => cell.includes('@')) && row.some((cell) => /^e-?mail/i.test(cell));
}

/** Name and e-mail of each line, in either order; a header line is left out. */
export function readPeople(text: string): readonly Row[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  return lines.flatMap((line, at) => {
    const addressed = address(line);
    if (addressed !== null) return [addressed];
    const row = cells(line, separatorOf(line));
    if (at === 0 && isHeading(row)) return [];
    const filled = row.filter((cell) => cell !== '');
    // Text in place of an e-mail is kept, so that it is refused as one and can be corrected.
    const email = filled.find((cell) => cell.includes('@')) ?? filled.slice(1).at(-1) ?? '';
    const name = filled.find((cell) => cell !== email) ?? '';
    return [{ name, email }];
  });
}

function quote(cell: string): string {
  return /[\t;,"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Writes lines that `readPeople` reads. */
export function writePeople(rows: readonly Row[]): string {
  const line = ({ name, email }: Row) =>
    [name, email]
      .filter((cell) => cell !== '')
      .map(quote)
      .join(', ');
  return rows.map(line).join('\n');
}

/** At most `most` lines of people; `tooMany` says that there are more. */
export function atMost(most: number, tooMany: (count: number) => string) {
  return mandatory().check(
    z.refine((text) => readPeople(text).length <= most, {
      error: ({ input }) => tooMany(typeof input === 'string' ? readPeople(input).length : 0),
    }),
  );
}
