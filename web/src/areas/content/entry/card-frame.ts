import type { Entry } from '../queries';
import type { Frame } from './rendition-sizes';

/** The long side of a photograph is at most this many times its short side; a banner's or a strip's is longer. */
const LONGEST_PHOTO = 2.2;

/**
 * The frame of a card: a photograph fills it, and its edges are cut; a drawing and a very long picture are whole,
 * because half a logo says nothing. A picture that is not there yet fills it in any case.
 */
export function cardFrame(entry: Pick<Entry, 'entry_type' | 'preview'>, width: number, height: number) {
  return { width, height, fit: isWhole(entry) ? 'contain' : 'cover' } satisfies Frame;
}

function isWhole({ entry_type, preview }: Pick<Entry, 'entry_type' | 'preview'>): boolean {
  if (preview.status !== 'ready') return false;
  if (entry_type === 'vector') return true;
  const [width, height] = [preview.width ?? 0, preview.height ?? 0];
  if (width <= 0 || height <= 0) return false;
  return Math.max(width, height) / Math.min(width, height) > LONGEST_PHOTO;
}

/**
 * In which size a picture is shown that has fewer pixels than its frame: its own, in CSS pixels, as in the viewer. Null
 * if it fills the frame, and for what has no pixels of its own.
 */
export function ownSize(
  { width, height, scales, poster, status }: Omit<Entry['preview'], 'cached'>,
  frame: Frame,
): { width: number; height: number } | null {
  if (frame === 'window' || status !== 'ready' || scales || poster || !width || !height) return null;
  return width < frame.width && height < frame.height ? { width, height } : null;
}
