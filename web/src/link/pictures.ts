import { thumbHashToApproximateAspectRatio, thumbHashToDataURL } from 'thumbhash';
import type { Drawn } from './answers';
import { pictureUrl } from './link-api';

/** The sizes that the server draws, by their short edge; the long edge has at most four times as much. */
const SIZES = [320, 640, 1280, 2560] as const;
const LONGEST = 4;
const USUAL = 640;

/** Of a picture whose shape is unknown. */
const USUAL_SHAPE = 4 / 3;
const [NARROWEST, WIDEST] = [0.5, 2.4];

export type Picture = { src: string; srcSet?: string; sizes?: string };

/**
 * The attributes of an `img`: the browser chooses among the sizes. `sizes` is how wide it is shown; `turn` changes where
 * what the browser has is to be loaded again.
 */
export function pictureOf(entry: Drawn, sizes: string, turn = 0): Picture {
  const at = (size: number) => `${pictureUrl(entry.node_id, size)}${turn > 0 ? `#${turn}` : ''}`;
  const { width, height } = entry;
  if (!width || !height) return { src: at(USUAL) };
  const srcSet = sizesOf(entry, width, height).map((one) => `${at(one.size)} ${one.width}w`);
  return { src: at(USUAL), srcSet: srcSet.join(', '), sizes };
}

/** Whether it has pixels of its own, and fewer of them than it would be shown wide, in CSS pixels. */
export function isSmallFor(shown: number, { entry_type, width }: Pick<Drawn, 'entry_type' | 'width'>): boolean {
  return hasPixels(entry_type) && width !== null && width < shown;
}

/** How wide the whole of it is shown at most: it is in sight as a whole, and no wider than it is. */
export function wholeSizes({ entry_type, width, height }: Pick<Drawn, 'entry_type' | 'width' | 'height'>): string {
  const bounds = ['100vw'];
  if (width && height) bounds.push(`${Math.ceil((width / height) * 100)}vh`);
  if (hasPixels(entry_type) && width) bounds.push(`${width}px`);
  return bounds.length > 1 ? `min(${bounds.join(', ')})` : '100vw';
}

function hasPixels(entry_type: string): boolean {
  return entry_type === 'image' || entry_type === 'video';
}

/** Up to the size that has all pixels; a document or a drawing has no pixels of its own. */
function sizesOf({ entry_type }: Drawn, width: number, height: number) {
  const found: { size: number; width: number }[] = [];
  for (const size of SIZES) {
    const scale = Math.min(size / Math.min(width, height), (size * LONGEST) / Math.max(width, height));
    const whole = hasPixels(entry_type) && scale >= 1;
    found.push({ size, width: Math.max(1, Math.round(width * (whole ? 1 : scale))) });
    if (whole) break;
  }
  return found;
}

/** Width by height, within what a row of pictures can hold. */
export function ratioOf({ width, height, placeholder }: Pick<Drawn, 'width' | 'height' | 'placeholder'>): number {
  const ratio = width && height ? width / height : hashRatio(placeholder);
  return Math.min(WIDEST, Math.max(NARROWEST, ratio));
}

function bytesOf(placeholder: string): Uint8Array {
  return Uint8Array.from(atob(placeholder), (letter) => letter.charCodeAt(0));
}

function hashRatio(placeholder: string | null): number {
  if (!placeholder) return USUAL_SHAPE;
  try {
    return thumbHashToApproximateAspectRatio(bytesOf(placeholder)) || USUAL_SHAPE;
  } catch {
    return USUAL_SHAPE;
  }
}

const blurred = new Map<string, string | null>();

/** A blurred picture, so that a tile has its colours before its picture. */
export function blurredUrl(placeholder: string | null): string | null {
  if (!placeholder) return null;
  const known = blurred.get(placeholder);
  if (known !== undefined) return known;
  const url = decode(placeholder);
  blurred.set(placeholder, url);
  return url;
}

/** Whether the picture is transparent: a bit of the hash says so. */
export function isTransparent(placeholder: string | null): boolean {
  if (!placeholder) return false;
  try {
    return ((bytesOf(placeholder)[2] ?? 0) & 0x80) !== 0;
  } catch {
    return false;
  }
}

function decode(placeholder: string): string | null {
  try {
    return thumbHashToDataURL(bytesOf(placeholder));
  } catch {
    return null;
  }
}
