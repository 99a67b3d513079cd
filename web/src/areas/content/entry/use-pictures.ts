import { useCallback, useSyncExternalStore } from 'react';
import { originElsewhere } from '../../../platform/api/access-url';
import { queryClient } from '../../../platform/api/query-client';
import { accessUrlOf } from '../../../platform/session/account';
import { byteCookies } from '../../../platform/session/byte-cookies';
import { type Entry, previewUrl } from '../queries';
import { choiceFor, type Frame } from './rendition-sizes';

export type Picture = { crossOrigin?: 'use-credentials'; sizes?: string; srcSet?: string; src: string };

/**
 * The attributes of an `img` that shows an entry in a frame, or in a size of the server's: on another server it sends
 * the cookie, and there is no picture before that server has set it.
 */
export function usePictures(
  appId: number,
): (entry: Pick<Entry, 'node_id' | 'preview'>, shown: Frame | number) => Picture | null {
  const elsewhere = originElsewhere(accessUrlOf(queryClient, appId) ?? '');
  const isReady = () => elsewhere === null || byteCookies.isSet(elsewhere);
  const ready = useSyncExternalStore(byteCookies.subscribe, isReady);
  return useCallback(
    (entry, shown) => {
      if (!ready || entry.preview.status !== 'ready') return null;
      const at = (size: number) => previewUrl(appId, entry, size);
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
