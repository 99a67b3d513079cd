import i18next from 'i18next';
import { byteAddress } from '../../../platform/api/at-answerer';
import { api, type Schema } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import type { WholeSelection } from '../../../platform/registry/actions';
import { notify } from '../../../platform/ui/notify';
import type { Entry } from '../queries';
import { named, selectionOf } from './named-selections';
import { saveFile } from './save-file';

type Downloaded = Pick<Entry, 'node_id' | 'node_type' | 'name'>;

/** A file is saved as it is; several entries, and folders, as one archive. */
export async function downloadEntries(appId: number, entries: readonly Downloaded[]): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  if (entries.length === 1 && first.node_type === 'file') return downloadFile(appId, first);
  for (const selection of named(entries.map((entry) => entry.node_id))) await downloadArchive(appId, selection);
}

/** Everything that a folder's list shows, with its exceptions, as one archive. */
export async function downloadAll(appId: number, whole: WholeSelection): Promise<void> {
  await downloadArchive(appId, selectionOf(whole));
}

/** What is selected, as one archive. */
export function downloadSelection(appId: number, selection: Schema<'Selection'>): Promise<void> {
  return downloadArchive(appId, selection);
}

/** Whoever is refused stays where they are, and reads why. */
function tell(error: unknown): void {
  notify.error(isProblem(error) ? error.message : i18next.t('error.failed', { ns: 'content' }));
}

/** The server refuses before the browser begins to save: then its words are a banner. */
async function downloadArchive(appId: number, body: Schema<'Selection'>): Promise<void> {
  const { data, error, response } = await api.POST('/api/app/{application_instance_id}/selection/download', {
    params: { path: { application_instance_id: appId } },
    body,
    headers: shownInPlace,
  });
  if (data === undefined) tell(error);
  else await saveFile(byteAddress(data.link, data.elsewhere, response), data.name, data.elsewhere);
}

async function downloadFile(appId: number, file: Downloaded): Promise<void> {
  const { data, error, response } = await api.GET('/api/app/{application_instance_id}/actions/download/{node_id}', {
    params: { path: { application_instance_id: appId, node_id: file.node_id }, query: { from_store: true } },
    headers: shownInPlace,
  });
  if (data === undefined) return tell(error);
  const url = byteAddress(data.link, data.elsewhere, response);
  // What is at the store was asked for, and answers to no other question.
  const asks = () => (data.elsewhere ? isRefusedElsewhere(url) : isRefused(url, file.node_id));
  if (data.from_store || !(await asks())) await saveFile(url, file.name, data.elsewhere);
}

/** As `isRefused`, of an address that opens by itself at another host. */
async function isRefusedElsewhere(url: URL): Promise<boolean> {
  const answer = await fetch(url, { headers: { range: 'bytes=0-0' }, credentials: 'omit' }).catch(() => null);
  const problem: unknown = answer?.ok ? null : await answer?.json().catch(() => null);
  if (answer?.ok) await answer.body?.cancel();
  // An empty file has no first byte either.
  if (answer?.ok || answer?.status === 416) return false;
  tell(problem);
  return true;
}

/** Requests one byte: a browser that saves a file does not show the server's error, but the banner does. */
async function isRefused(url: URL, nodeId: number): Promise<boolean> {
  const baseUrl = url.href.slice(0, url.href.indexOf('/api/file/'));
  const { data, error } = await api.GET('/api/file/content/{node_id}', {
    params: { path: { node_id: nodeId }, query: { download: true } },
    headers: { range: 'bytes=0-0', ...shownInPlace },
    baseUrl,
    parseAs: 'stream',
  });
  // Without support for ranges, the whole file is sent.
  await data?.cancel();
  // An empty file has no first byte either.
  if (!isProblem(error)) return false;
  tell(error);
  return true;
}
