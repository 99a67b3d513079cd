import { useCallback, useSyncExternalStore } from 'react';
import { originElsewhere } from '../../../platform/api/access-url';
import { query } from '../../../platform/api/client';
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

/**
 * The original of a file; null without the right to it, before another server has set its cookie, or before the server
 * has said where it is.
 */
export function useOriginal(
  appId: number,
  file: Pick<Entry, 'node_id' | 'preview'>,
  mayDownload: boolean,
): Original | null {
  const at = useByteServer(appId);
  const isElsewhere = mayDownload && file.preview.original_elsewhere === true;
  const { data: link, isError } = query.useQuery(
    'get',
    '/api/app/{application_instance_id}/actions/download/{node_id}',
    { params: { path: { application_instance_id: appId, node_id: file.node_id } } },
    // The address must not change while a film plays.
    { enabled: isElsewhere, staleTime: linkStaysMs, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  if (!mayDownload) return null;
  if (isElsewhere && link?.elsewhere) return { src: shownAt(link.link, file) };
  if (isElsewhere && link === undefined && !isError) return null;
  return at ? at(originalPath(file)) : null;
}

/** The server gives a link for six hours. */
const linkStaysMs = 5 * 3_600_000;

/** The address of a download, to be shown in place; another version of the file has another one. */
function shownAt(link: string, { preview: { version } }: Pick<Entry, 'preview'>): string {
  const url = new URL(link);
  url.search = version === null ? '' : `v=${encodeURIComponent(version)}`;
  return url.href;
}
