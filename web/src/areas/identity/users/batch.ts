/** People as somebody pastes them: a line each, from a spreadsheet, a CSV file or an address book. */

export type Row = { name: string; email: string };

/** The cells of a line; a cell in double quotes may contain the separator, and two quotes stand for one. */
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

/** Name and e-mail of each line, whichever comes first; a line of headings is left out. */
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
    const email = row.find((cell) => cell.includes('@')) ?? '';
    const name = row.find((cell) => cell !== '' && cell !== email) ?? '';
    return [{ name, email }];
  });
}
