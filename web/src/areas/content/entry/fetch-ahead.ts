import type { Picture } from './use-pictures';

/** Fetches a picture ahead, in the size that the browser will choose. */
export function fetchAhead({ crossOrigin, sizes, srcSet, src }: Picture): void {
  const image = new Image();
  if (crossOrigin) image.crossOrigin = crossOrigin;
  if (sizes) image.sizes = sizes;
  if (srcSet) image.srcset = srcSet;
  image.src = src;
}
