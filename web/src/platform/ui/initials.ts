/** The first letters of the first and the last word; of a single word its first two letters. */
export function initials(name: string): string {
  const words = name.split(/[\s.·–-]+/u).filter((word) => /\p{L}|\p{N}/u.test(word));
  const [first = '', ...others] = words;
  const last = others.at(-1);
  const letters = last === undefined ? letterAt(first, 2) : letterAt(first, 1) + letterAt(last, 1);
  return letters.toLocaleUpperCase();
}

const segmenter = new Intl.Segmenter();

/** The first letters as people count them: an accent belongs to its letter. */
function letterAt(word: string, count: number): string {
  const letters = [...segmenter.segment(word)].map(({ segment }) => segment);
  return letters
    .filter((letter) => /\p{L}|\p{N}/u.test(letter))
    .slice(0, count)
    .join('');
}

/** Hues that are told apart at a glance; greens and blues, which look alike, are fewer. */
const HUES = [12, 35, 62, 90, 128, 160, 195, 225, 252, 280, 305, 335] as const;

/** A hue that stays the same for the same name. */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return HUES[(hash >>> 0) % HUES.length] ?? HUES[0];
}
