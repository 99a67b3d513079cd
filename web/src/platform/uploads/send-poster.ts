import { api } from '../api/client';
import { shownInPlace } from '../api/shown-in-place';
import { frameOf } from './film-frame';
import type { Upload } from './upload-queue';

/** One film at a time is looked at. */
let turn: Promise<void> = Promise.resolve();

/** Sends a picture of a film that has arrived, if the server draws none of its own. Without it, the film has a sign. */
export function sendPoster(upload: Pick<Upload, 'appId' | 'replaces' | 'ticket'>, film: File): Promise<void> {
  turn = turn.then(() => send(upload, film)).catch(() => undefined);
  return turn;
}

async function send({ appId, replaces, ticket }: Parameters<typeof sendPoster>[0], film: File): Promise<void> {
  const nodeId = replaces ?? ticket?.nodeId;
  if (nodeId === undefined) return;
  const path = { application_instance_id: appId, node_id: nodeId };
  const headers = shownInPlace;
  const { data: entry } = await api.GET('/api/app/{application_instance_id}/entry/{node_id}', {
    params: { path },
    headers,
  });
  // The size tells another version from this one until the server compares the hashes.
  if (!entry?.hash || entry.preview.status !== 'unavailable' || entry.size !== film.size) return;
  const picture = await frameOf(film);
  if (picture === null) return;
  await api.PUT('/api/app/{application_instance_id}/rendition/poster/{node_id}', {
    params: { path, query: { hash: entry.hash } },
    // The API document says bytes; openapi-typescript has no type for them.
    body: picture as never,
    bodySerializer: (bytes) => bytes,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
}
