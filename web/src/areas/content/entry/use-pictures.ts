import { useCallback, useSyncExternalStore } from 'react';
import { originElsewhere } from '../../../platform/api/access-url';
import { queryClient } from '../../../platform/api/query-client';
import { accessUrlOf } from '../../../platform/session/account';
import { byteCookies } from '../../../platform/session/byte-cookies';
import { type Entry, previewUrl } from '../queries';

type Picture = { crossOrigin?: 'use-credentials'; src: string };

/**
 * The attributes of an `img` that shows an entry: on another server it sends the cookie, and there is no picture before
 * that server has set it.
 */
export function usePictures(
  appId: number,
): (entry: Pick<Entry, 'node_id' | 'preview'>, size: 256 | 1280) => Picture | null {
  const elsewhere = originElsewhere(accessUrlOf(queryClient, appId) ?? '');
  const isReady = () => elsewhere === null || byteCookies.isSet(elsewhere);
  const ready = useSyncExternalStore(byteCookies.subscribe, isReady);
  return useCallback(
    (entry, size) => {
      if (!ready || entry.preview.status !== 'ready') return null;
      return { ...(elsewhere !== null && { crossOrigin: 'use-credentials' }), src: previewUrl(appId, entry, size) };
    },
    [appId, elsewhere, ready],
  );
}
