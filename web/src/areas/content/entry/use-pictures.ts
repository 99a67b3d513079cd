import { useCallback, useSyncExternalStore } from 'react';
import { originElsewhere } from '../../../platform/api/access-url';
import { queryClient } from '../../../platform/api/query-client';
import { accessUrlOf } from '../../../platform/session/account';
import { byteCookies } from '../../../platform/session/byte-cookies';
import { type Entry, previewUrl } from '../queries';
import { choiceFor, type Frame } from './rendition-sizes';

export type Picture = { crossOrigin?: 'use-credentials'; sizes?: string; srcSet?: string; src: string };

/** Larger sizes are asked of the server alone. */
const CACHED_UP_TO = 640;

/** Where the small sizes of a picture are cached for everybody; null if they are not, or not any more. */
function cacheOf({ cached }: Entry['preview']): string | null {
  return cached && cached.until * 1000 > Date.now() ? cached.address : null;
}

/** The server of an instance, if it is another one than the page's, and whether it sends the browser bytes already. */
export function useByteOrigin(appId: number): { elsewhere: string | null; ready: boolean } {
  const elsewhere = originElsewhere(accessUrlOf(queryClient, appId) ?? '');
  const isReady = () => elsewhere === null || byteCookies.isSet(elsewhere);
  return { elsewhere, ready: useSyncExternalStore(byteCookies.subscribe, isReady) };
}

/**
 * The attributes of an `img` that shows an entry in a frame, or in a size of the server's: on another server it sends
 * the cookie, and there is no picture before that server has set it.
 */
export function usePictures(
  appId: number,
): (entry: Pick<Entry, 'node_id' | 'preview'>, shown: Frame | number) => Picture | null {
  const { elsewhere, ready } = useByteOrigin(appId);
  return useCallback(
    (entry, shown) => {
      if (!ready || entry.preview.status !== 'ready') return null;
      // A picture in a frame is only shown; others are also read, which a browser allows of the server's own alone.
      const cache = typeof shown === 'number' || elsewhere !== null ? null : cacheOf(entry.preview);
      const at = (size: number) =>
        cache !== null && size <= CACHED_UP_TO ? `${cache}/${size}` : previewUrl(appId, entry, size);
      const choice = typeof shown === 'number' ? null : choiceFor(entry.preview, shown);
      return {
        ...(elsewhere !== null && { crossOrigin: 'use-credentials' }),
        ...(choice && {
          sizes: choice.sizes,
          srcSet: choice.renditions.map(({ size, width }) => `${at(size)} ${width}w`).join(', '),
        }),
        src: at(typeof shown === 'number' ? shown : USUAL),
      };
    },
    [appId, elsewhere, ready],
  );
}

/** One that the server has at once. */
export const USUAL = 640;
