import { afterEach, beforeEach, expect, it, type Mock, vi } from 'vitest';
import { Refusal } from './refusal';
import { Disconnected, type Reply, type Transport } from './transport';
import type { Ticket, Upload } from './upload-queue';
import { createUploads, type NewUpload, type UploadCalls } from './uploads';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
    error: null,
    final: false,
    pace: null,
  };
  return { upload, file: new File(['x'], upload.name) };
}

function calls(over: Partial<UploadCalls> = {}): UploadCalls & { stored: Mock<(upload: Upload) => void> } {
  const prepare = async (upload: Upload): Promise<Ticket> => ({
    url: `/up/${upload.id}`,
    callback: 't',
    nodeId: 1,
    parentExternalId: '3',
    name: upload.name,
    bgActionId: `bg-${upload.id}`,
  });
  return { prepare, cancelAction: vi.fn(async () => undefined), ...over, stored: vi.fn<(upload: Upload) => void>() };
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
  const uploads = createUploads(calls(), service.transport);
  uploads.add(['a', 'b', 'c', 'd', 'e'].map(newUpload));
  await vi.advanceTimersByTimeAsync(250);
  expect([...service.open.keys()]).toEqual(['/up/a', '/up/b', '/up/c']);
  await service.answer('b');
  expect([...service.open.keys()]).toEqual(['/up/a', '/up/c', '/up/d']);
  expect(uploads.snapshot().uploads.get('b')?.state).toBe('done');
});

it('cancelling_aborts_the_request_removes_the_item_and_tells_the_server', async () => {
  const service = heldService();
  const server = calls();
  const uploads = createUploads(server, service.transport);
  uploads.add([newUpload('a'), newUpload('b')]);
  await vi.advanceTimersByTimeAsync(250);
  uploads.cancel(['a']);
  await vi.advanceTimersByTimeAsync(250);
  expect([...uploads.snapshot().uploads.keys()]).toEqual(['b']);
  expect(server.cancelAction).toHaveBeenCalledWith('bg-a');
});

it('a_refused_upload_fails_with_the_servers_words_and_can_be_retried', async () => {
  const service = heldService();
  const server = calls();
  const uploads = createUploads(server, service.transport);
  uploads.add([newUpload('a')]);
  await vi.advanceTimersByTimeAsync(250);
  await service.answer('a', { ...ok, status: 413, text: '{"message":"Quota is full"}' });
  expect(uploads.snapshot().uploads.get('a')).toMatchObject({ state: 'failed', error: 'Quota is full' });
  uploads.retry(['a']);
  await vi.advanceTimersByTimeAsync(250);
  await service.answer('a', { ...ok, header: () => '1' });
  expect(uploads.snapshot().uploads.get('a')?.state).toBe('done');
  expect(server.stored).toHaveBeenCalledTimes(1);
});

it('a_name_that_is_refused_is_not_worth_another_try', async () => {
  const prepare = async () => {
    throw new Refusal(422, 'Invalid file name');
  };
  const uploads = createUploads({ ...calls(), prepare });
  uploads.add([newUpload('a')]);
  await vi.advanceTimersByTimeAsync(250);
  expect(uploads.snapshot().uploads.get('a')).toMatchObject({ error: 'Invalid file name', final: true });
});

it('a_thousand_progress_events_reach_readers_five_times_a_second', async () => {
  const transport: Transport = async ({ onProgress }) => {
    for (let step = 0; step < 1000; step++) {
      onProgress?.(step);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return ok;
  };
  const uploads = createUploads(calls(), transport);
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
    async () => ok,
    async () => undefined,
  );
  uploads.add([newUpload('a')]);
  await vi.advanceTimersByTimeAsync(250);
  expect(uploads.snapshot().uploads.get('a')?.state).toBe('done');
});
