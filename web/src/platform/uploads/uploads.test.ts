import { afterEach, beforeEach, expect, it, type Mock, vi } from 'vitest';
import { Disconnected } from './disconnected';
import { Refusal } from './refusal';
import { sending } from './sending';
import type { Reply, Transport } from './transport';
import type { Ticket, Upload } from './upload-queue';
import { createUploads, type NewUpload, type UploadCalls } from './uploads';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends by this transport. */
const by = (transport: Transport) => async () => ({ ...sending, transport });

const ok: Reply = { status: 200, header: () => null, text: '' };

function newUpload(id: string): NewUpload {
  const upload: Upload = {
    id,
    groupId: 'group',
    groupTitle: 'Summer',
    appId: 1,
    parentId: 3,
    name: `${id}.jpg`,
    size: 1,
    createdAt: 1,
    state: 'waiting',
    sent: 0,
    percent: 0,
    ticket: null,
    reason: null,
  };
  return { upload, file: new File(['x'], upload.name) };
}

type Told = Mock<(upload: Upload) => void>;

function calls(over: Partial<UploadCalls> = {}): UploadCalls & Record<'stored' | 'failed' | 'ended', Told> {
  const prepare = async (upload: Upload): Promise<Ticket> => ({
    url: `/up/${upload.id}`,
    callback: 't',
    nodeId: 1,
    parentExternalId: '3',
    name: upload.name,
    bgActionId: `bg-${upload.id}`,
  });
  const told = () => vi.fn<(upload: Upload) => void>();
  return { prepare, ...over, stored: told(), failed: told(), ended: told() };
}

/** A file service whose answers are given by hand, one upload at a time. */
function heldService() {
  const open = new Map<string, (reply: Reply) => void>();
  const transport: Transport = ({ url, method, signal }) =>
    new Promise((resolve, reject) => {
      if (method === 'DELETE') return resolve(ok);
      open.set(url, resolve);
      signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
    });
  const answer = async (id: string, reply = ok) => {
    open.get(`/up/${id}`)?.(reply);
    open.delete(`/up/${id}`);
    await vi.advanceTimersByTimeAsync(250);
  };
  return { transport, answer, open };
}

it('runs_three_at_a_time_and_the_next_when_one_ends', async () => {
  const service = heldService();
  const uploads = createUploads(calls(), by(service.transport));
  uploads.add(['a', 'b', 'c', 'd', 'e'].map(newUpload));
  await vi.advanceTimersByTimeAsync(250);
  expect([...service.open.keys()]).toEqual(['/up/a', '/up/b', '/up/c']);
  await service.answer('b');
  expect([...service.open.keys()]).toEqual(['/up/a', '/up/c', '/up/d']);
  expect(uploads.snapshot().uploads.get('b')?.state).toBe('done');
});

it('cancelling aborts the request and removes the item, and the last one ends its group', async () => {
  const service = heldService();
  const server = calls();
  const uploads = createUploads(server, by(service.transport));
  uploads.add([newUpload('a'), newUpload('b')]);
  await vi.advanceTimersByTimeAsync(250);
  uploads.cancel(['a']);
  await vi.advanceTimersByTimeAsync(250);
  expect([...uploads.snapshot().uploads.keys()]).toEqual(['b']);
  expect(server.ended).not.toHaveBeenCalled();
  uploads.cancel(['b']);
  expect(server.ended).toHaveBeenCalledTimes(1);
});

it('a refused upload tells the server why, and can be tried again', async () => {
  const service = heldService();
  const server = calls();
  const uploads = createUploads(server, by(service.transport));
  uploads.add([newUpload('a')]);
  await vi.advanceTimersByTimeAsync(250);
  await service.answer('a', { ...ok, status: 413, text: '{"message":"Quota is full"}' });
  expect(uploads.snapshot().uploads.get('a')).toMatchObject({ state: 'failed', reason: 'too_large' });
  expect(server.failed).toHaveBeenCalledTimes(1);
  uploads.retry(['a']);
  await vi.advanceTimersByTimeAsync(250);
  await service.answer('a', { ...ok, header: () => '1' });
  expect(uploads.snapshot().uploads.get('a')?.state).toBe('done');
  expect(server.stored).toHaveBeenCalledTimes(1);
});

it('a name that is refused is sent by another one', async () => {
  const prepare = async (upload: Upload) => {
    if (upload.name === 'a.jpg') throw new Refusal(422, 'Invalid file name');
    return calls().prepare(upload);
  };
  const uploads = createUploads(
    { ...calls(), prepare },
    by(async () => ok),
  );
  uploads.add([newUpload('a')]);
  await vi.advanceTimersByTimeAsync(250);
  expect(uploads.snapshot().uploads.get('a')).toMatchObject({ state: 'failed', reason: 'name' });
  uploads.uploadAs('a', 'b.jpg');
  await vi.advanceTimersByTimeAsync(250);
  expect(uploads.snapshot().uploads.get('a')).toMatchObject({ state: 'done', name: 'b.jpg' });
});

it('what failed before anything was sent is told at once, and keeps its file', () => {
  const server = calls();
  const uploads = createUploads(
    server,
    by(async () => ok),
  );
  const { upload, file } = newUpload('a');
  uploads.add([{ upload: { ...upload, state: 'failed', reason: 'name' }, file }]);
  expect(server.failed).toHaveBeenCalledTimes(1);
  uploads.clear();
  expect(uploads.fileOf('a')).toBe(file);
});

it('a_thousand_progress_events_reach_readers_five_times_a_second', async () => {
  const transport: Transport = async ({ onProgress }) => {
    for (let step = 0; step < 1000; step++) {
      onProgress?.(step);
      await new Promise((resolve) => setTimeout(resolve, 1)); // time: events of one second
    }
    return ok;
  };
  const uploads = createUploads(calls(), by(transport));
  const listener = vi.fn();
  uploads.add([newUpload('a')]);
  uploads.subscribe(listener);
  await vi.advanceTimersByTimeAsync(1500);
  expect(listener.mock.calls.length).toBeLessThanOrEqual(8);
  expect(uploads.snapshot().uploads.get('a')?.state).toBe('done');
});

it('an_outage_while_preparing_is_waited_out', async () => {
  const answers = [new Disconnected(), new Disconnected()];
  const server = calls();
  const prepare = async (upload: Upload) => {
    const cut = answers.shift();
    if (cut) throw cut;
    return calls().prepare(upload);
  };
  const uploads = createUploads(
    { ...server, prepare },
    by(async () => ok),
    async () => undefined,
  );
  uploads.add([newUpload('a')]);
  await vi.advanceTimersByTimeAsync(250);
  expect(uploads.snapshot().uploads.get('a')?.state).toBe('done');
});

it('a replaced file has the picture of its new version, until it has other bytes', async () => {
  const service = heldService();
  const uploads = createUploads(calls(), by(service.transport));
  const { upload } = newUpload('a');
  uploads.add([{ upload: { ...upload, replaces: 9 }, file: new File(['x'], 'a.png', { type: 'image/png' }) }]);
  await vi.advanceTimersByTimeAsync(250);
  expect(uploads.pictureOf(9, 1)).toBeNull();
  await service.answer('a', { ...ok, header: () => '1' });
  expect(uploads.pictureOf(9, 1)).toMatch(/^blob:/);
  expect(uploads.pictureOf(9, 2)).toBeNull();
});
