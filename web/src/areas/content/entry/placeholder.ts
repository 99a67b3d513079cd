import { thumbHashToDataURL } from 'thumbhash';

const KEPT = 2000;
const decoded = new Map<string, string>();

/** A blurred picture of 32 px from the list's own answer, so that a card has its colours before its preview. */
export function placeholderUrl(thumbhash: string | null): string | null {
  if (!thumbhash) return null;
  const known = decoded.get(thumbhash);
  if (known !== undefined) return known || null;
  const url = decode(thumbhash);
  if (decoded.size >= KEPT) decoded.clear();
  decoded.set(thumbhash, url);
  return url || null;
}

/** Whether the picture is transparent: a bit of the hash says so. */
export function isTransparent(thumbhash: string | null): boolean {
  if (!thumbhash) return false;
  try {
    return (atob(thumbhash).charCodeAt(2) & 0x80) !== 0;
  } catch {
    return false;
  }
}

function decode(thumbhash: string): string {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0)));
  } catch {
    return '';
  }
}
