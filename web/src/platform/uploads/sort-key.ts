import { nameKey } from './name-key';

/** Before what names are ordered by that are the same so far. */
const TIE = '\u0001';

/** What names are ordered by, like on the server: numbers by their value, accents and leading zeros last. */
export function sortKey(name: string): string {
  const key = nameKey(name);
  const plain = folded(key);
  const isPadded = /(?<![0-9])0[0-9]/.test(plain);
  const accents = key === plain ? '' : TIE + withLengths(key);
  return withLengths(plain) + accents + (isPadded ? TIE + key : '');
}

/** Negative, zero or positive: the order of the keys' bytes in UTF-8. */
export function compareKeys(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const [first, second] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (first !== second) return rank(first) - rank(second);
  }
  return one.length - other.length;
}

const folded = (key: string) =>
  Array.from(key.normalize('NFKD').replace(/\p{M}/gu, ''), (letter) => letter.toLowerCase()).join('');

const withLengths = (text: string) =>
  text.replace(/[0-9]+/g, (number) => {
    const digits = number.replace(/^0+/, '');
    return '9'.repeat(Math.floor(digits.length / 9)) + (digits.length % 9) + digits;
  });

/** Halves of characters beyond the first 65,536 come after all others. */
const rank = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
