const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A local id of 9 characters. */
export function randomId(random: () => number = Math.random): string {
  return Array.from({ length: 9 }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join('');
}
