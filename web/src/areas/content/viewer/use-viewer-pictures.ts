import { useEffect, useMemo } from 'react';
import { fetchAhead } from '../entry/fetch-ahead';
import { type Picture, USUAL, usePictures } from '../entry/use-pictures';
import type { Entry } from '../queries';

/** The largest size that the server draws. */
const LARGEST = 2560;

interface ViewerPictures {
  /** The preview for the whole window, in the size that the browser chooses. */
  whole: (entry: Entry) => Picture | null;
  /** The usual one, which lists show, too: at hand before the others. */
  usual: (entry: Entry) => Picture | null;
  /** For a closer look at what no browser can show by itself. */
  largest: (entry: Entry) => Picture | null;
}

/** The previews that the viewer uses, as attributes of an `img`; null while there is none. */
export function useViewerPictures(appId: number): ViewerPictures {
  const pictureOf = usePictures(appId);
  return useMemo(
    () => ({
      whole: (entry) => pictureOf(entry, 'window'),
      usual: (entry) => pictureOf(entry, USUAL),
      largest: (entry) => pictureOf(entry, LARGEST),
    }),
    [pictureOf],
  );
}

/** The short edge of the preview that the browser has chosen. */
export function shortEdgeOf({ currentSrc, src }: HTMLImageElement): number {
  return Number(new URL(currentSrc || src, location.href).searchParams.get('size'));
}

const AHEAD = 3;

/** Fetches the previews that come next, and the one before, so that a step shows a picture at once. */
export function usePicturesAhead(appId: number, files: readonly Entry[], index: number): void {
  const { whole } = useViewerPictures(appId);
  useEffect(() => {
    if (index < 0) return;
    const next = files.slice(index + 1, index + 1 + AHEAD);
    const before = files.slice(Math.max(0, index - 1), index);
    for (const file of [...next, ...before]) {
      const picture = whole(file);
      if (picture) fetchAhead(picture);
    }
  }, [whole, files, index]);
}
