import { atAnswerer } from '../../../platform/api/at-answerer';
import { api } from '../../../platform/api/client';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { saveFile } from '../entry/save-file';
import type { Entry } from '../queries';
import type { ConvertedQuery } from './look';

const FILES = '/api/file/';

/** The files' address of the server that has this file. */
async function filesOf(appId: number, nodeId: number): Promise<URL | null> {
  const { data, response, error } = await api.GET('/api/app/{application_instance_id}/actions/download/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: nodeId } },
    headers: shownInPlace,
  });
  if (error !== undefined) throw error;
  // Pictures are made by the server that answered, wherever it sends the file itself from.
  const { url } = response;
  return data.elsewhere
    ? new URL(FILES.slice(1), url.slice(0, url.indexOf('api/app/')))
    : atAnswerer(data.link, response);
}

/**
 * Has the server make the picture, and lets the browser save it. The server keeps it for a while, so the first byte is
 * asked for at first: a browser that saves a file would show no refusal.
 */
export async function saveConverted(
  appId: number,
  file: Pick<Entry, 'node_id' | 'name'>,
  query: ConvertedQuery,
): Promise<void> {
  const original = await filesOf(appId, file.node_id);
  if (original === null) return;
  const baseUrl = original.href.slice(0, original.href.indexOf(FILES));
  const { data, error } = await api.GET('/api/file/converted/{node_id}', {
    params: { path: { node_id: file.node_id }, query },
    headers: { ...shownInPlace, range: 'bytes=0-0' },
    baseUrl,
    parseAs: 'stream',
  });
  if (error !== undefined) throw error;
  await data?.cancel();
  const url = new URL(`${baseUrl}${FILES}converted/${file.node_id}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  // The server names it.
  await saveFile(url, file.name);
}
