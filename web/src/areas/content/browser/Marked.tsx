import { highlight, type Piece } from './highlight';

/** A text in which the words of a search are marked. */
export function Marked({ text, term }: { text: string; term: string }) {
  return <MarkedPieces pieces={highlight(text.normalize('NFC'), term)} />;
}

export function MarkedPieces({ pieces }: { pieces: readonly Piece[] }) {
  // biome-ignore-start lint/suspicious/noArrayIndexKey: the pieces of one text never reorder
  return pieces.map(({ text, hit }, index) =>
    hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
  // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
}
