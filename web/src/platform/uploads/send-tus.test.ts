import { describe, expect, it } from 'vitest';
import { Disconnected } from './disconnected';
import { Refusal } from './refusal';
import { sendFile } from './send-file';
import { sendTus, type TusSending } from './send-tus';
import type { Exchange, Reply, Transport } from './transport';

const ticket = { url: '/up', callback: 't', nodeId: 7, parentExternalId: '3', name: 'b.bin', bgActionId: 'bg' };
const reply = (status: number, headers: Record<string, string> = {}, text = ''): Reply => ({
  status,
  text,
  header: (name) => headers[name] ?? null,
});

/** A tus server that cuts the connection at the exchanges with the listed numbers. */
function tusService(cutOn: readonly number[] = []) {
  const seen: Exchange[] = [];
  const stored: Uint8Array[] = [];
  const length = () => stored.reduce((sum, part) => sum + part.length, 0);
  const transport: Transport = async (exchange) => {
    seen.push(exchange);
    if (exchange.method === 'HEAD') {
      if (cutOn.includes(seen.length)) throw new Disconnected();
      return reply(200, { 'Upload-Offset': String(length()) });
    }
    if (exchange.method === 'POST') throw new Disconnected();
    if (exchange.headers?.['Upload-Offset'] !== String(length())) return reply(409, {}, '{"code":"offset_mismatch"}');
    stored.push(new Uint8Array(await (exchange.body as Blob).arrayBuffer()));
    if (cutOn.includes(seen.length)) throw new Disconnected();
    return reply(204, { 'Upload-Offset': String(length()) });
  };
  const text = () => stored.map((part) => new TextDecoder().decode(part)).join('');
  return { transport, seen, text };
}

function sending(
  transport: Transport,
  over: Partial<TusSending> = {},
): TusSending & { waits: number[]; progress: number[] } {
  const waits: number[] = [];
  const progress: number[] = [];
  return {
    transport,
    ticket,
    file: new Blob(['abcdefghij']),
    signal: new AbortController().signal,
    resuming: false,
    chunkBytes: 4,
    wait: async (failures) => {
      waits.push(failures);
    },
    onProgress: (bytes) => progress.push(bytes),
    onReconnecting: () => undefined,
    waits,
    progress,
    ...over,
  };
}

describe('sendTus', () => {
  it('sends chunk after chunk with offset, length and checksum', async () => {
    const service = tusService();
    const job = sending(service.transport);
    await sendTus(job);
    expect(service.text()).toBe('abcdefghij');
    expect(service.seen.map((one) => one.headers?.['Upload-Offset'])).toEqual(['0', '4', '8']);
    expect(service.seen[0]?.headers).toMatchObject({ 'Upload-Length': '10' });
    expect(service.seen[0]?.headers?.['Upload-Checksum']).toMatch(/^sha256 [A-Za-z0-9+/]{43}=$/);
    expect(job.progress.at(-1)).toBe(10);
  });

  it('asks where it stands after a cut and goes on from there', async () => {
    const service = tusService([2, 3]);
    const job = sending(service.transport);
    await sendTus(job);
    expect(service.text()).toBe('abcdefghij');
    expect(service.seen.map((one) => one.method)).toEqual(['PATCH', 'PATCH', 'HEAD', 'HEAD', 'PATCH']);
    expect(job.waits).toEqual([1, 2]);
  });

  it('begins with the offset when it resumes, and is done when all is there', async () => {
    const service = tusService();
    await sendTus(sending(service.transport));
    const again = sending(service.transport, { resuming: true });
    await sendTus(again);
    expect(service.seen.at(-1)?.method).toBe('HEAD');
    expect(service.text()).toBe('abcdefghij');
  });

  it('waits out a server that restarts, and stops at a refusal with its words', async () => {
    const answers = [reply(503), reply(410, {}, '{"message":"Este envio expirou"}')];
    const job = sending(async () => answers.shift() ?? reply(500));
    await expect(sendTus(job)).rejects.toEqual(new Refusal(410, 'Este envio expirou'));
    expect(job.waits).toEqual([1]);
  });

  it('tells a taken name and a full link from a wrong offset', async () => {
    const job = sending(async () => reply(409, {}, '{"code":"name_taken","message":"b.bin already exists!"}'));
    await expect(sendTus(job)).rejects.toThrow('b.bin already exists!');
    const full = sending(async () => reply(409, {}, '{"code":"link_full","message":"No more files"}'));
    await expect(sendTus(full)).rejects.toThrow('No more files');
  });
});

const LARGE = 8 * 1024 * 1024 + 1;

it.each([
  ['over tus', LARGE, reply(204, { 'Upload-Offset': String(LARGE), 'Upload-Unchanged': 'true' })],
  ['in one request', 3, reply(200, {}, '{"node_id":7,"name":"b.bin","unchanged":true}')],
] as const)('bytes that a file has already are told of, also %s', async (_, size, answer) => {
  let told = 0;
  const file = new Blob([new Uint8Array(size)]);
  const over = { file, chunkBytes: size, onUnchanged: () => (told += 1) };
  await sendFile(sending(async () => answer, over));
  expect(told).toBe(1);
  const header = (name: string) => (name === 'Upload-Offset' ? String(size) : null);
  const changed: Reply = { ...answer, text: '{"unchanged":false}', header };
  await sendFile(sending(async () => changed, over));
  expect(told).toBe(1);
});

it('a_small_file_that_is_cut_off_goes_on_over_tus', async () => {
  const service = tusService();
  await sendFile(sending(service.transport));
  expect(service.seen.map((one) => one.method)).toEqual(['POST', 'HEAD', 'PATCH', 'PATCH', 'PATCH']);
  expect(service.text()).toBe('abcdefghij');
});
