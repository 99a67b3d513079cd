import { diffArrays, diffWordsWithSpace } from 'diff';

/** A piece of a line; `marked`: it is in one of the two lines only. */
interface Piece {
  text: string;
  marked: boolean;
}

export interface Line {
  kind: 'same' | 'added' | 'removed';
  /** Its numbers in both texts, from 1; null where it is not. */
  before: number | null;
  after: number | null;
  pieces: readonly Piece[];
}

/** Lines that are the same in both, and are not shown: how many, and which is the first. */
interface Gap {
  kind: 'gap';
  at: number;
  lines: readonly Line[];
}

/** After this, texts count as too different to be compared. */
const MOST_MS = 1500;
/** Words of longer lines, or of more lines, are not compared. */
const LONGEST_LINE = 2000;
const MOST_PAIRS = 2000;
const PAIR_MS = 50;

const whole = (text: string): readonly Piece[] => [{ text, marked: false }];

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  // The end of the last line begins no other.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** What became of a text, line by line; null if the two are too different for that. */
export function changesOf(before: string, after: string): readonly Line[] | null {
  const changes = diffArrays(linesOf(before), linesOf(after), { timeout: MOST_MS });
  if (changes === undefined) return null;
  const lines: Line[] = [];
  const at = { before: 0, after: 0 };
  let pairs = 0;
  const removed = (pieces: readonly Piece[]) => {
    at.before += 1;
    lines.push({ kind: 'removed', before: at.before, after: null, pieces });
  };
  const added = (pieces: readonly Piece[]) => {
    at.after += 1;
    lines.push({ kind: 'added', before: null, after: at.after, pieces });
  };
  changes.forEach((change, index) => {
    const next = changes[index + 1];
    if (change.removed) {
      const others = next?.added ? next.value : [];
      const paired = change.value.map((line, place) => {
        const other = others[place];
        if (other === undefined || pairs >= MOST_PAIRS) return null;
        pairs += 1;
        return wordsOf(line, other);
      });
      for (const [place, line] of change.value.entries()) removed(paired[place]?.before ?? whole(line));
      for (const [place, line] of others.entries()) added(paired[place]?.after ?? whole(line));
    } else if (change.added) {
      // After what was removed it is told already.
      if (!changes[index - 1]?.removed) for (const line of change.value) added(whole(line));
    } else {
      for (const line of change.value) {
        at.before += 1;
        at.after += 1;
        lines.push({ kind: 'same', ...at, pieces: whole(line) });
      }
    }
  });
  return lines;
}

/** A line and what became of it, with the words that differ; null if they have nothing to do with each other. */
function wordsOf(before: string, after: string): { before: Piece[]; after: Piece[] } | null {
  if (before.length > LONGEST_LINE || after.length > LONGEST_LINE) return null;
  const words = diffWordsWithSpace(before, after, { timeout: PAIR_MS });
  if (!words?.some(({ added, removed, value }) => !added && !removed && /[\p{L}\p{N}]/u.test(value))) return null;
  const pieces = (hidden: 'added' | 'removed') =>
    words
      .filter((word) => !word[hidden])
      .map(({ value: text, added, removed }) => ({ text, marked: added || removed }));
  return { before: pieces('added'), after: pieces('removed') };
}

/** The changed lines with some around them; what lies between becomes gaps. */
export function folded(lines: readonly Line[], around = 3): readonly (Line | Gap)[] {
  const near = new Uint8Array(lines.length);
  lines.forEach(({ kind }, at) => {
    if (kind !== 'same') near.fill(1, Math.max(0, at - around), at + around + 1);
  });
  const shown: (Line | Gap)[] = [];
  let hidden: Line[] = [];
  const close = (at: number) => {
    // A gap of one line would be no shorter than the line.
    if (hidden.length === 1) shown.push(...hidden);
    else if (hidden.length > 1) shown.push({ kind: 'gap', at: at - hidden.length, lines: hidden });
    hidden = [];
  };
  for (const [at, line] of lines.entries()) {
    if (!near[at]) {
      hidden.push(line);
      continue;
    }
    close(at);
    shown.push(line);
  }
  close(lines.length);
  return shown;
}
