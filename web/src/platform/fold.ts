/** Letters without their accents, in lower case, as the server folds what is searched. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
