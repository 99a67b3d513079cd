const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/**
 * The next name that begins with what was typed, whatever its case and accents, after the one at `from` and around the
 * end; while a word grows, its name may stay. One letter again and again goes through the names that begin with it.
 */
export function typedTo(names: readonly string[], typed: string, from: number): number | null {
  const word = folded(typed);
  const [letter = ''] = word;
  const isRepeated = word.length > 1 && word === letter.repeat(word.length);
  const find = (begin: string, first: number): number | null => {
    for (let step = 0; step < names.length; step++) {
      const index = (first + step) % names.length;
      if (folded(names[index] ?? '').startsWith(begin)) return index;
    }
    return null;
  };
  const whole = find(word, word.length === 1 ? from + 1 : Math.max(0, from));
  return whole ?? (isRepeated ? find(letter, from + 1) : null);
}
