import type { Schema } from '../../../platform/api/client';
import type { operations } from '../../../platform/api/schema';

export type Preset = Schema<'Preset'>;
export type Fit = Schema<'PictureFit'>;
export type Format = Schema<'PictureFormat'>;

/** How a picture is downloaded. Without one side, it follows from the other; without both, the picture keeps its size. */
export type Look = Pick<Preset, 'width' | 'height' | 'fit' | 'format' | 'quality' | 'background' | 'enlarge'>;

/** The picture as it is stored, upright; `scales`: it is sharp at every size. */
export type Source = { width: number; height: number; scales: boolean };

export type ConvertedQuery = NonNullable<operations['file_converted']['parameters']['query']>;

/** A drawing has no size of its own; the server gives it this long edge where none is wanted. */
const DRAWING = 2560;

export const LONGEST_SIDE = 16_000;
const MOST_PIXELS = 64_000_000;

export type Outcome = {
  width: number;
  height: number;
  /** The picture within the margin; null without one. */
  inner: { width: number; height: number } | null;
};

const side = (length: number) => Math.max(1, Math.round(length));

/** What the server makes of a picture; it calculates the same. */
export function outcomeOf(look: Look, source: Source): Outcome {
  const { width, height, fit } = look;
  const scale = scaleOf(look, source);
  const allowed = look.enlarge || source.scales ? scale : Math.min(scale, 1);
  if (fit === 'cover' && width !== null && height !== null) {
    if (allowed >= scale) return { width, height, inner: null };
    return { width: side(width / scale), height: side(height / scale), inner: null };
  }
  const inner = {
    width: Math.min(side(source.width * allowed), width ?? Number.POSITIVE_INFINITY),
    height: Math.min(side(source.height * allowed), height ?? Number.POSITIVE_INFINITY),
  };
  if (fit !== 'pad' || width === null || height === null) return { ...inner, inner: null };
  return { width, height, inner };
}

function scaleOf({ width, height, fit }: Look, source: Source): number {
  const wide = width === null ? null : width / source.width;
  const high = height === null ? null : height / source.height;
  if (wide === null && high === null) return source.scales ? DRAWING / Math.max(source.width, source.height) : 1;
  if (wide === null || high === null) return wide ?? high ?? 1;
  return fit === 'cover' ? Math.max(wide, high) : Math.min(wide, high);
}

/** Why no picture can be made in this look; null if one can. */
export function faultOf(look: Look, source: Source | null): 'sides' | 'both' | 'pixels' | null {
  const sides = [look.width, look.height];
  const isSide = (one: number | null) => one === null || (Number.isInteger(one) && one >= 1 && one <= LONGEST_SIDE);
  if (!sides.every(isSide)) return 'sides';
  if (look.fit !== 'contain' && sides.includes(null)) return 'both';
  const { width, height } = source === null ? look : outcomeOf(look, source);
  return (width ?? 1) * (height ?? 1) > MOST_PIXELS ? 'pixels' : null;
}

/** The look as it stands in an address. */
export function queryOf(look: Look) {
  return {
    format: look.format,
    fit: look.fit,
    ...(look.width !== null && { width: look.width }),
    ...(look.height !== null && { height: look.height }),
    ...(look.format !== 'png' && { quality: look.quality }),
    ...(look.background !== null && { background: look.background }),
    ...(look.enlarge && { enlarge: true }),
  } satisfies ConvertedQuery;
}

/** The other side of a picture that keeps its shape. */
export function followingSide(typed: number | null, of: 'width' | 'height', source: Source): number | null {
  if (typed === null) return null;
  const ratio = source.width / source.height;
  return side(of === 'width' ? typed / ratio : typed * ratio);
}
