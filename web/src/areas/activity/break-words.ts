const LONGEST_WORD = 24;

/** Lets the browser break words longer than 24 characters, by zero-width spaces. */
export function breakLongWords(name: string): string {
  return name
    .split(/(\s+)/)
    .map((word) => {
      const letters = [...word];
      if (letters.length <= LONGEST_WORD) return word;
      const parts: string[] = [];
      for (let at = 0; at < letters.length; at += LONGEST_WORD)
        parts.push(letters.slice(at, at + LONGEST_WORD).join(''));
      return parts.join('\u200B');
    })
    .join('');
}
