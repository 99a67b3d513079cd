import { checksumOf } from './checksum';
import { Disconnected } from './disconnected';
import { passesWithTime, refusalOf } from './refusal';
import type { Sending } from './send-multipart';
import type { Reply } from './transport';

const CHUNK_BYTES = 16 * 1024 * 1024;
const CHECKSUM_MISMATCH = 460;
const OFFSET_MISMATCH = 409;

export interface TusSending extends Sending {
  /** True if bytes may already have arrived: a lost connection, a retry, another visit. */
  resuming: boolean;
  chunkBytes?: number;
  /** Waits before another try; resolves early when the browser is back online. */
  wait: (failures: number, signal: AbortSignal) => Promise<void>;
  onReconnecting: () => void;
}

/**
 * Sends a file over tus 1.0 in chunks. After a lost connection it asks for the offset and continues until the signal
 * aborts; a refusal ends it. Only one chunk's slice is ever in memory, and only for its checksum.
 */
export async function sendTus(sending: TusSending): Promise<void> {
  const { file, signal, onProgress, onReconnecting, wait, chunkBytes = CHUNK_BYTES } = sending;
  let offset: number | null = sending.resuming ? null : 0;
  let failures = 0;
  while (offset === null || offset < file.size) {
    try {
      if (offset === null) {
        offset = await askOffset(sending);
        onProgress(offset);
      } else {
        offset = await sendChunk(sending, offset, file.slice(offset, offset + chunkBytes));
        failures = 0;
      }
    } catch (error) {
      if (!(error instanceof Disconnected)) throw error;
      failures += 1;
      offset = null;
      onReconnecting();
      await wait(failures, signal);
    }
  }
  onProgress(file.size);
}

export async function terminate({
  transport,
  ticket,
  signal,
}: Pick<Sending, 'transport' | 'ticket' | 'signal'>): Promise<void> {
  await transport({ method: 'DELETE', url: ticket.url, headers: { 'Tus-Resumable': '1.0.0' }, signal });
}

async function askOffset({ transport, ticket, signal }: Sending): Promise<number> {
  const reply = await transport({ method: 'HEAD', url: ticket.url, headers: { 'Tus-Resumable': '1.0.0' }, signal });
  if (reply.status < 200 || reply.status > 299) throw failureOf(reply);
  return offsetIn(reply);
}

/** The offset after the chunk, or null if the server's differs and must be asked for. */
async function sendChunk(sending: TusSending, offset: number, chunk: Blob): Promise<number | null> {
  const { transport, ticket, file, signal, onProgress, onUnchanged } = sending;
  const checksum = await checksumOf(chunk);
  const reply = await transport({
    method: 'PATCH',
    url: ticket.url,
    headers: {
      'Tus-Resumable': '1.0.0',
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': String(offset),
      'Upload-Length': String(file.size),
      ...(checksum && { 'Upload-Checksum': checksum }),
    },
    body: chunk,
    signal,
    onProgress: (sent) => onProgress(offset + Math.min(sent, chunk.size)),
  });
  if (reply.status === OFFSET_MISMATCH) return offsetAfterMismatch(reply);
  if (reply.status === CHECKSUM_MISMATCH) throw new Disconnected('a chunk arrived damaged');
  if (reply.status < 200 || reply.status > 299) throw failureOf(reply);
  if (reply.header('Upload-Unchanged') !== null) onUnchanged?.();
  return offsetIn(reply);
}

/** 409 also means "that name exists now" and "the link has all its files", which no new offset can solve. */
function offsetAfterMismatch(reply: Reply): null {
  const refusal = refusalOf(reply);
  if (['name_taken', 'link_full'].includes(refusal.code)) throw refusal;
  return null;
}

function failureOf(reply: Reply): Error {
  return passesWithTime(reply.status) ? new Disconnected(`answered ${reply.status}`) : refusalOf(reply);
}

function offsetIn(reply: Reply): number {
  const offset = Number(reply.header('Upload-Offset') ?? Number.NaN);
  if (!Number.isSafeInteger(offset)) throw new Disconnected('an answer without an offset');
  return offset;
}
