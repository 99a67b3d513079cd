/** A place in a text, as offsets of its letters. */
export interface Match {
  start: number;
  end: number;
}

const MARKS = /\p{M}/gu;

/** Without accents and capitals, each letter beside the place that it had. */
function folded(text: string): { letters: string; places: number[] } {
  let letters = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const plain = (text[at] ?? '').normalize('NFKD').replace(MARKS, '').toLowerCase().replace(/\s/g, ' ');
    letters += plain;
    for (let each = 0; each < plain.length; each += 1) places.push(at);
  }
  return { letters, places };
}

/** Where a text has a term; accents, capitals and the ends of lines do not matter. */
export function matchesIn(text: string, term: string): Match[] {
  const wanted = folded(term.trim()).letters.replace(/ +/g, ' ');
  if (wanted === '') return [];
  const { letters, places } = folded(text);
  const found: Match[] = [];
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + wanted.length)) {
    found.push({ start: places[at] ?? 0, end: (places[at + wanted.length - 1] ?? 0) + 1 });
  }
  return found;
}

/** A page's text, made of the pieces that the layer of text is made of. */
export interface PageText {
  text: string;
  /** Where each piece begins. */
  starts: number[];
}

export function pageText(pieces: readonly { str: string; hasEOL: boolean }[]): PageText {
  let text = '';
  const starts = pieces.map(({ str, hasEOL }) => {
    const start = text.length;
    text += hasEOL ? `${str}\n` : str;
    return start;
  });
  return { text, starts };
}

/** The piece that has a letter, and where in it. */
export function pieceAt({ starts }: PageText, letter: number): { piece: number; offset: number } {
  const piece = starts.findLastIndex((start) => start <= letter);
  return { piece, offset: letter - (starts[piece] ?? 0) };
}
