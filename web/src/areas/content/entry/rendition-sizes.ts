import type { Schema } from '../../../platform/api/client';

type Source = Pick<Schema<'Preview'>, 'width' | 'height' | 'scales'>;

/** The sizes that the server draws, by their short edge, and how many times as much the long edge has at most. */
const SIZES = [96, 320, 640, 1280, 2560] as const;
const LONGEST = 4;
/** Of a picture without pixels enough for it, no smaller size is drawn than this one. */
const SMALL = 320;

/** Where a picture is shown, in CSS pixels; `window` is all there is. */
export type Frame = { width: number; height: number; fit: 'cover' | 'contain' } | 'window';

/** The attributes of an `img` by which the browser chooses, so that the picture is sharp on every screen. */
export interface Choice {
  sizes: string;
  /** A rendition with its width in pixels. */
  renditions: { size: number; width: number }[];
}

/** What can be chosen from for a frame; null if the picture's shape is unknown. */
export function choiceFor(source: Source, frame: Frame): Choice | null {
  const { width, height, scales } = source;
  if (!width || !height) return null;
  const shape = { width, height, scales };
  return { sizes: shownWidth(shape, frame), renditions: renditionsOf(shape) };
}

type Shape = { width: number; height: number; scales: boolean };

function scaleTo(size: number, { width, height }: Shape): number {
  return Math.min(size / Math.min(width, height), (size * LONGEST) / Math.max(width, height));
}

/** Up to the one that has all pixels; a document or a drawing has no pixels of its own. */
function renditionsOf(shape: Shape): Choice['renditions'] {
  const renditions: Choice['renditions'] = [];
  for (const size of SIZES) {
    const scale = scaleTo(size, shape);
    const hasAll = !shape.scales && scale >= 1;
    if (hasAll && size < SMALL) continue;
    renditions.push({ size, width: Math.max(1, Math.round(shape.width * (hasAll ? 1 : scale))) });
    if (hasAll) break;
  }
  return renditions;
}

/** The width of the whole picture as it is shown, what the frame cuts off included. */
function shownWidth(shape: Shape, frame: Frame): string {
  const ratio = shape.width / shape.height;
  const own = shape.scales ? [] : [`${shape.width}px`];
  if (frame === 'window') return `min(${['100vw', `${round(100 * ratio)}vh`, ...own].join(', ')})`;
  const [byWidth, byHeight] = [frame.width, frame.height * ratio];
  return `${Math.ceil(frame.fit === 'cover' ? Math.max(byWidth, byHeight) : Math.min(byWidth, byHeight))}px`;
}

const round = (length: number) => Math.round(length * 100) / 100;
