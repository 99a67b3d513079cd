/** The names that no entry can have, as the server sees them (`EntryName`); it has the last word. */

const MAX_BYTES = 255;
const REFUSED = /[/\\<>:"|?*\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c]/u;
const UNSEEN = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;
const OURS = /^\.vitrine|~vitrine\d+(\.|$)/i;

export type NameProblem =
  | { kind: 'signs'; signs: readonly string[] }
  | { kind: 'empty' | 'long' | 'unseen' | 'ending' | 'reserved' };

/** Blanks around a name are no part of it. */
export function trimmedName(name: string): string {
  return name.normalize('NFC').trim();
}

/** Why no entry can have this name; null if one can. */
export function nameProblem(name: string): NameProblem | null {
  if (name === '') return { kind: 'empty' };
  const signs = [...new Set(signsApart(name).filter((_, at) => at % 2 === 1))];
  if (signs.length > 0) return { kind: 'signs', signs };
  if (UNSEEN.test(name)) return { kind: 'unseen' };
  if (bytesOf(name) > MAX_BYTES) return { kind: 'long' };
  if (/[.\s]$/u.test(name)) return { kind: 'ending' };
  return isReserved(name) ? { kind: 'reserved' } : null;
}

/** The parts of a name: every second one is a sign that no name can have. */
export function signsApart(name: string): string[] {
  return name.split(new RegExp(`(${REFUSED.source})`, 'u'));
}

/** A name like this one that an entry can have, with the same extension. */
export function legalName(name: string): string {
  const [stem, ending] = splitName(name.normalize('NFC').replace(/[.\s]+$/u, ''));
  const extension = withLegalSigns(ending);
  const known = withLegalSigns(stem).replace(/\s+/gu, ' ').trim() || 'file';
  const safe = isReserved(known + extension) ? `_${known.replace(/~vitrine/gi, '-vitrine')}` : known;
  return shortened(safe, extension);
}

/** "photo.final.jpg" → "photo.final", ".jpg". */
export function splitName(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

function withLegalSigns(name: string): string {
  return name
    .replace(/(\d)\s*:\s*(\d)/gu, '$1×$2')
    .replace(/"/gu, "'")
    .replace(/[<>?*]/gu, '')
    .replace(new RegExp(REFUSED, 'gu'), '-')
    .replace(new RegExp(UNSEEN, 'gu'), '')
    .trim();
}

function isReserved(name: string): boolean {
  return OURS.test(name) || RESERVED.test((name.split('.')[0] ?? '').trim());
}

function shortened(stem: string, extension: string): string {
  let kept = [...stem];
  while (kept.length > 1 && bytesOf(kept.join('') + extension) > MAX_BYTES) kept = kept.slice(0, -1);
  return kept.join('').trimEnd() + extension;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
