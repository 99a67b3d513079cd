import { useSyncExternalStore } from 'react';
import { originElsewhere } from '../../../platform/api/access-url';
import { queryClient } from '../../../platform/api/query-client';
import { atBase } from '../../../platform/base-path';
import { accessUrlOf } from '../../../platform/session/account';
import { byteCookies } from '../../../platform/session/byte-cookies';

/** Where a file's own bytes are, as attributes of an element that shows them. */
export interface Original {
  src: string;
  crossOrigin?: 'use-credentials';
}

/** The bytes as they were uploaded, in ranges; the byte cookie opens them. */
function originalUrl(appId: number, nodeId: number): string {
  const instance = accessUrlOf(queryClient, appId) ?? '';
  return atBase(`${instance.replace(/\/api\/app\/\d+\/?$/, '')}/api/file/content/${nodeId}`);
}

/** The original of a file; null without the right to it, or before another server has set its cookie. */
export function useOriginal(appId: number, nodeId: number, mayDownload: boolean): Original | null {
  const elsewhere = originElsewhere(accessUrlOf(queryClient, appId) ?? '');
  const isReady = () => elsewhere === null || byteCookies.isSet(elsewhere);
  const ready = useSyncExternalStore(byteCookies.subscribe, isReady);
  if (!mayDownload || !ready) return null;
  return { ...(elsewhere !== null && { crossOrigin: 'use-credentials' }), src: originalUrl(appId, nodeId) };
}
