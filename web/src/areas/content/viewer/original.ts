import { useCallback, useSyncExternalStore } from 'react';
import { originElsewhere } from '../../../platform/api/access-url';
import { queryClient } from '../../../platform/api/query-client';
import { atBase } from '../../../platform/base-path';
import { accessUrlOf } from '../../../platform/session/account';
import { byteCookies } from '../../../platform/session/byte-cookies';
import type { Entry } from '../queries';

/** Where a file's own bytes are, as attributes of an element that shows them. */
export interface Original {
  src: string;
  crossOrigin?: 'use-credentials';
}

/**
 * Where the server of an application gives bytes, by paths like `content/8`; the byte cookie opens them. Null before
 * another server has set its cookie.
 */
export function useByteServer(appId: number): ((path: string) => Original) | null {
  const instance = accessUrlOf(queryClient, appId) ?? '';
  const elsewhere = originElsewhere(instance);
  const isReady = () => elsewhere === null || byteCookies.isSet(elsewhere);
  const ready = useSyncExternalStore(byteCookies.subscribe, isReady);
  const at = useCallback(
    (path: string): Original => ({
      ...(elsewhere !== null && { crossOrigin: 'use-credentials' }),
      src: atBase(`${instance.replace(/\/api\/app\/\d+\/?$/, '')}/api/file/${path}`),
    }),
    [instance, elsewhere],
  );
  return ready ? at : null;
}

/** The path of a file's bytes as they were uploaded, in ranges; another version of the file has another one. */
export function originalPath({ node_id, preview: { version } }: Pick<Entry, 'node_id' | 'preview'>): string {
  return `content/${node_id}${version === null ? '' : `?v=${encodeURIComponent(version)}`}`;
}

/** The original of a file; null without the right to it, or before another server has set its cookie. */
export function useOriginal(
  appId: number,
  file: Pick<Entry, 'node_id' | 'preview'>,
  mayDownload: boolean,
): Original | null {
  const at = useByteServer(appId);
  return at && mayDownload ? at(originalPath(file)) : null;
}
