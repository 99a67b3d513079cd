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

/** The longest side of a drawn frame; and the picture that is drawn where none is known. */
const DRAWN = 28;
const USUAL = { width: 3, height: 2 };

/** A frame of a wanted size and the picture in it, drawn small; without one of the sides, the frame is a square. */
export function drawnFit(fit: Fit, { width, height }: Pick<Look, 'width' | 'height'>, source: Source | null) {
  const [wide, high] = width && height ? [width, height] : [1, 1];
  const drawn = DRAWN / Math.max(wide, high);
  // A panorama stays visible.
  const frame = { width: Math.max(6, Math.round(wide * drawn)), height: Math.max(6, Math.round(high * drawn)) };
  const shape = source ?? USUAL;
  const scales = [frame.width / shape.width, frame.height / shape.height];
  const scale = fit === 'cover' ? Math.max(...scales) : Math.min(...scales);
  return { frame, picture: { width: side(shape.width * scale), height: side(shape.height * scale) } };
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
