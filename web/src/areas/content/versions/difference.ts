import { useEffect, useState } from 'react';
import type { Picture } from '../entry/use-pictures';

const LONGEST = 320;
/** Less is what compressing again does to a picture. */
const SEEN = 12;

/** The part of the pixels that differ, from 0 to 1. */
export function differingPart(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let differ = 0;
  const pixels = one.length / 4;
  for (let at = 0; at < one.length; at += 4) {
    const isSeen = [0, 1, 2, 3].some((part) => Math.abs((one[at + part] ?? 0) - (other[at + part] ?? 0)) > SEEN);
    if (isSeen) differ += 1;
  }
  return pixels === 0 ? 0 : differ / pixels;
}

/** How much of two pictures differs; null while or where that is not known, as for pictures of different shapes. */
export function useDifference(one: Picture | null, other: Picture | null): number | null {
  const [part, setPart] = useState<number | null>(null);
  const [first, second] = [one?.src, other?.src];
  const crossOrigin = one?.crossOrigin;
  useEffect(() => {
    let left = false;
    setPart(null);
    if (first === undefined || second === undefined) return;
    void Promise.all([loaded(first, crossOrigin), loaded(second, crossOrigin)])
      .then(([before, after]) => {
        if (!left) setPart(compared(before, after));
      })
      // Nothing is told where a picture is missing.
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, [first, second, crossOrigin]);
  return part;
}

async function loaded(src: string, crossOrigin: string | undefined): Promise<HTMLImageElement> {
  const image = new Image();
  if (crossOrigin !== undefined) image.crossOrigin = crossOrigin;
  image.src = src;
  await image.decode();
  return image;
}

function compared(one: HTMLImageElement, other: HTMLImageElement): number | null {
  const ratio = one.naturalWidth / one.naturalHeight;
  if (Math.abs(other.naturalWidth / other.naturalHeight / ratio - 1) > 0.02) return null;
  const [width, height] = ratio >= 1 ? [LONGEST, LONGEST / ratio] : [LONGEST * ratio, LONGEST];
  const size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
  const [before, after] = [pixelsOf(one, size), pixelsOf(other, size)];
  return before && after && differingPart(before, after);
}

function pixelsOf(image: HTMLImageElement, { width, height }: { width: number; height: number }) {
  const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
    willReadFrequently: true,
  });
  pen?.drawImage(image, 0, 0, width, height);
  return pen?.getImageData(0, 0, width, height).data ?? null;
}
