import { lettersOf } from '../../../platform/letters-of';
import type { Original } from '../viewer/original';

/** More is not read: it is for looking, and a longer text makes the browser slow. */
export const MOST_BYTES = 2 * 1024 * 1024;

/** The letters of a text. */
export async function readText({ src, crossOrigin }: Original, signal: AbortSignal): Promise<string> {
  const credentials = crossOrigin === undefined ? 'same-origin' : 'include';
  const answer = await fetch(src, { headers: { range: `bytes=0-${MOST_BYTES - 1}` }, credentials, signal });
  // An empty file has no first byte.
  if (answer.status === 416) return '';
  if (!answer.ok) throw new Error(`${answer.status}`);
  return lettersOf(await answer.arrayBuffer());
}
