import { api } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { saveFile } from '../entry/save-file';
import type { Entry } from '../queries';
import type { Original } from '../viewer/original';
import type { Version } from './api';

/** Saves a version under the name of its file. */
export async function downloadVersion(
  appId: number,
  entry: Entry,
  version: Version,
  bytes: Original | null,
): Promise<void> {
  if (version.is_current) {
    const { downloadEntries } = await import('../entry/download');
    return downloadEntries(appId, [entry]);
  }
  if (bytes === null) return;
  const url = new URL(bytes.src, location.origin);
  url.searchParams.set('download', 'true');
  if (!(await isRefused(url, version.version_id))) await saveFile(url, entry.name);
}

/** Requests one byte: a browser that saves a file does not show the server's error, but the banner does. */
async function isRefused(url: URL, version_id: number): Promise<boolean> {
  const { data, error } = await api.GET('/api/file/version/{version_id}', {
    params: { path: { version_id }, query: { download: true } },
    headers: { range: 'bytes=0-0' },
    baseUrl: url.href.slice(0, url.href.indexOf('/api/file/')),
    parseAs: 'stream',
  });
  // Without support for ranges, the whole file is sent.
  await data?.cancel();
  // An empty file has no first byte either.
  return isProblem(error);
}
