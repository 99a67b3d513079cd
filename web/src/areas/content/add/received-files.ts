import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { atBase } from '../../../platform/base-path';

/** As the worker calls it. */
const cacheName = 'received';

/** The files that another app shared with this one. */
export const receivedQuery = queryOptions({
  queryKey: ['received'],
  queryFn: read,
  staleTime: Number.POSITIVE_INFINITY,
});

async function read(): Promise<File[]> {
  // Pages that are not served over TLS have no caches, and no worker.
  if (!('caches' in window)) return [];
  const cache = await caches.open(cacheName);
  const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  return Promise.all(answers.filter((answer) => answer !== undefined).map(fileOf));
}

export async function forgetReceived(client: QueryClient): Promise<void> {
  client.setQueryData(receivedQuery.queryKey, []);
  await caches.delete(cacheName);
}

async function fileOf(answer: Response): Promise<File> {
  const { headers } = answer;
  const name = decodeURIComponent(headers.get('X-Name') ?? '');
  const [type, lastModified] = [headers.get('Content-Type') ?? '', Number(headers.get('X-Modified'))];
  return new File([await answer.blob()], name, { type, lastModified });
}

/**
 * An installed app receives files through a worker; a page in a browser does without. What was shared with the app when
 * it was open before, and was not added, is forgotten.
 */
export function registerReceiver(): void {
  if (!('serviceWorker' in navigator) || !matchMedia('(display-mode: standalone)').matches) return;
  navigator.serviceWorker.register(atBase('/share-worker.js')).catch(() => undefined);
  if (location.pathname !== atBase('/content/received')) caches.delete(cacheName).catch(() => undefined);
}
