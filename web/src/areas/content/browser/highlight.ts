import { fold } from '../../../platform/fold';

export interface Piece {
  text: string;
  hit: boolean;
}

/** Splits a text at each occurrence of each word of the term, with accents and case folded as on the server. */
export function highlight(text: string, term: string): Piece[] {
  const words = fold(term)
    .split(/\s+/)
    .filter((word) => word !== '');
  const letters = [...text.normalize('NFC')];
  const starts: number[] = [];
  let line = '';
  for (const letter of letters) {
    starts.push(line.length);
    line += fold(letter);
  }
  const hit = letters.map(() => false);
  for (const word of words)
    for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1))
      hit.fill(true, letterAt(starts, at), letterAt(starts, at + word.length - 1) + 1);
  const pieces: Piece[] = [];
  for (const [index, letter] of letters.entries()) {
    const last = pieces.at(-1);
    if (last !== undefined && last.hit === hit[index]) last.text += letter;
    else pieces.push({ text: letter, hit: hit[index] === true });
  }
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

function letterAt(starts: readonly number[], offset: number): number {
  let index = starts.length - 1;
  while (index > 0 && (starts[index] ?? 0) > offset) index -= 1;
  return index;
}
