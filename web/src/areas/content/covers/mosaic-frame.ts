import type { Frame } from '../entry/rendition-sizes';

/** The place of a picture among `count`, as Mosaic.module.css divides it. */
export function frameOf(width: number, count: number, at: number): Frame {
  const height = width / 1.6;
  const fit = 'cover' as const;
  if (count < 3) return { width: width / Math.max(1, count), height, fit };
  return at === 0 ? { width: (width * 2) / 3, height, fit } : { width: width / 3, height: height / 2, fit };
}
