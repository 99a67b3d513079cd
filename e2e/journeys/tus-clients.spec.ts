import Uppy from '@uppy/core';
import UppyTus from '@uppy/tus';
import * as tus from 'tus-js-client';
import { Api } from '../stage/api.ts';
import { expect, test } from '../stage/test.ts';

const bytes = (size: number) => Buffer.from(Array.from({ length: size }, (_, at) => (at * 7919) % 251));

type Place = { api: Api; appId: number; folder: number };

async function place(url: string): Promise<Place> {
  const api = await Api.signIn(url, 'manager');
  const appId = await api.contentApp();
  const { id } = await api.freshFolder(appId);
  return { api, appId, folder: id };
}

/** The options of a tus client: the fixed address, the credentials, and the target. */
const options = ({ api, folder }: Place, filename: string) => ({
  endpoint: `${api.url}/api/file/upload`,
  headers: { authorization: `Bearer ${api.token}` },
  metadata: { filename, folder_parent_id: String(folder) },
  retryDelays: [100, 500],
});

function sent(file: Buffer, more: tus.UploadOptions): Promise<tus.Upload> {
  return new Promise((resolve, reject) => {
    const upload = new tus.Upload(file, { ...more, onSuccess: () => resolve(upload), onError: reject });
    upload.start();
  });
}

/** The entries of the folder, by name. */
async function stored({ api, appId, folder }: Place): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await api.list(appId, folder)) {
    const answer = await api.call('GET', `/api/file/content/${entry.node_id}`);
    found[entry.name] = Buffer.from(await answer.arrayBuffer()).toString('base64');
  }
  return found;
}

test('tus-js-client sends files with the endpoint alone', async ({ server }) => {
  const here = await place(server.url);
  const [small, large, empty] = [bytes(10), bytes(300_000), Buffer.alloc(0)];
  await sent(small, options(here, 'small.bin'));
  await sent(large, { ...options(here, 'parts.bin'), chunkSize: 100_000 });
  await sent(large, { ...options(here, 'at-once.bin'), uploadDataDuringCreation: true });
  await sent(empty, options(here, 'empty.bin'));
  await sent(large, { ...options(here, 'later.bin'), uploadLengthDeferred: true, chunkSize: 200_000 });
  await sent(large, { ...options(here, 'pieces.bin'), parallelUploads: 3 });
  await sent(small, { ...options(here, 'hidden.bin'), overridePatchMethod: true });
  const text = (file: Buffer) => file.toString('base64');
  expect(await stored(here)).toEqual({
    'at-once.bin': text(large),
    'empty.bin': '',
    'hidden.bin': text(small),
    'later.bin': text(large),
    'parts.bin': text(large),
    'pieces.bin': text(large),
    'small.bin': text(small),
  });
});

test('tus-js-client goes on where it stopped, and learns of an end that it did not hear of', async ({ server }) => {
  const here = await place(server.url);
  const file = bytes(300_000);
  const first = new tus.Upload(file, {
    ...options(here, 'cut.bin'),
    chunkSize: 100_000,
    onChunkComplete: () => void first.abort(),
  });
  first.start();
  await expect.poll(() => first.url).not.toBeNull();
  await sent(file, { ...options(here, 'cut.bin'), uploadUrl: first.url });
  await sent(file, { ...options(here, 'cut.bin'), uploadUrl: first.url });
  expect(await stored(here)).toEqual({ 'cut.bin': file.toString('base64') });
});

test('Uppy sends files with the endpoint alone', async ({ server }) => {
  const here = await place(server.url);
  const { endpoint, headers, metadata } = options(here, '');
  const uppy = new Uppy({ meta: { folder_parent_id: metadata.folder_parent_id } });
  uppy.use(UppyTus, { endpoint, headers, allowedMetaFields: ['name', 'folder_parent_id'] });
  for (const name of ['one.bin', 'two.bin']) {
    // Outside a browser the client takes no file, but bytes with their length.
    const data = Object.assign(bytes(5_000), { size: 5_000 }) as unknown as Blob;
    uppy.addFile({ name, type: 'application/octet-stream', data });
  }
  const result = await uppy.upload();
  expect(result?.failed).toEqual([]);
  const text = bytes(5_000).toString('base64');
  expect(await stored(here)).toEqual({ 'one.bin': text, 'two.bin': text });
});
