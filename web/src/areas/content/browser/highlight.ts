export interface Piece {
  text: string;
  hit: boolean;
}

/** Splits a text at each occurrence of the term, with accents and case folded as on the server. */
export function highlight(text: string, term: string): Piece[] {
  const wanted = fold(term.trim());
  if (wanted === '') return [{ text, hit: false }];
  const letters = [...text.normalize('NFC')];
  const folded = letters.map(fold);
  const starts: number[] = [];
  let line = '';
  for (const part of folded) {
    starts.push(line.length);
    line += part;
  }
  const pieces: Piece[] = [];
  let done = 0;
  for (let at = line.indexOf(wanted); at >= 0; at = line.indexOf(wanted, at + wanted.length)) {
    const from = letterAt(starts, at);
    const to = letterAt(starts, at + wanted.length - 1) + 1;
    if (from < done) continue;
    if (from > done) pieces.push({ text: letters.slice(done, from).join(''), hit: false });
    pieces.push({ text: letters.slice(from, to).join(''), hit: true });
    done = to;
  }
  if (done < letters.length) pieces.push({ text: letters.slice(done).join(''), hit: false });
  return pieces;
}

/** The parts before and after a position in the text; a part that contains it is split. */
export function cutAt(pieces: readonly Piece[], place: number): [before: Piece[], after: Piece[]] {
  const before: Piece[] = [];
  const after: Piece[] = [];
  let start = 0;
  for (const { text, hit } of pieces) {
    const room = Math.max(0, place - start);
    if (room > 0) before.push({ text: text.slice(0, room), hit });
    if (room < text.length) after.push({ text: text.slice(room), hit });
    start += text.length;
  }
  return [before, after];
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function letterAt(starts: readonly number[], offset: number): number {
  let index = starts.length - 1;
  while (index > 0 && (starts[index] ?? 0) > offset) index -= 1;
  return index;
}
