export const passwordMin = 8;

export type Strength = 0 | 1 | 2 | 3 | 4;

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];

/** A hint, not a judge (the server decides): length counts most, then variety; repeated characters count once. */
export function strength(password: string): Strength {
  if (password.length < passwordMin) return 0;
  const distinct = new Set(password).size;
  if (distinct < 5) return 1;
  const variety = kinds.filter((kind) => kind.test(password)).length;
  const points = Math.min(distinct, 16) / 4 + (variety - 1) * 0.6 + (password.length >= 14 ? 0.6 : 0);
  return points >= 5 ? 4 : points >= 3.4 ? 3 : points >= 2.6 ? 2 : 1;
}
