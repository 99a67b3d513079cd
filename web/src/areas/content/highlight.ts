export interface Piece {
  text: string;
  hit: boolean;
}

/** Cuts a text around each place where the term occurs, accents and case folded as the server folds them. */
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

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function letterAt(starts: readonly number[], offset: number): number {
  let index = starts.length - 1;
  while (index > 0 && (starts[index] ?? 0) > offset) index -= 1;
  return index;
}
