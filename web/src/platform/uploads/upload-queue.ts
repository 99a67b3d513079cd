import { wholePercent } from './whole-percent';

const PARALLEL_UPLOADS = 3;
const PACE_KNOWN_AFTER_MS = 3000;

export type UploadState = 'waiting' | 'preparing' | 'sending' | 'reconnecting' | 'done' | 'failed';

/** The server's answer to file/prepare: all that a retry needs to continue. */
export interface Ticket {
  url: string;
  callback: string;
  nodeId: number;
  parentExternalId: string;
  name: string;
  bgActionId: string;
}

export interface Upload {
  id: string;
  groupId: string;
  groupTitle: string;
  appId: number;
  parentId: number;
  name: string;
  size: number;
  createdAt: number;
  state: UploadState;
  sent: number;
  percent: number;
  ticket: Ticket | null;
  /** A message for users: the server's own if it sent one. */
  error: string | null;
  /** It failed for good: trying again would fail in the same way. */
  final: boolean;
  pace: Pace | null;
}

/** The start of the current stretch of sending, and the estimated remaining time, once it is known. */
interface Pace {
  at: number;
  sent: number;
  secondsLeft: number | null;
}

export interface Queue {
  /** In the order they were added; a Map keeps it and finds by id. */
  uploads: ReadonlyMap<string, Upload>;
}

export type QueueEvent =
  | { type: 'added'; uploads: readonly Upload[] }
  | { type: 'started'; id: string }
  | { type: 'prepared'; id: string; ticket: Ticket }
  | { type: 'progressed'; sent: ReadonlyMap<string, number>; at: number }
  | { type: 'reconnecting'; id: string }
  | { type: 'finished'; id: string }
  | { type: 'failed'; id: string; error: string; keepTicket: boolean; final: boolean }
  | { type: 'retried'; ids: readonly string[] }
  | { type: 'cancelled'; ids: readonly string[] }
  | { type: 'cleared' };

export const emptyQueue: Queue = { uploads: new Map() };

export function isActive(upload: Pick<Upload, 'state'>): boolean {
  return upload.state !== 'done' && upload.state !== 'failed';
}

export function reduceQueue(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'added':
      return withUploads(queue, event.uploads);
    case 'started':
      return change(queue, event.id, (one) => ({
        ...one,
        state: one.ticket ? 'sending' : 'preparing',
        error: null,
        pace: null,
      }));
    case 'prepared':
      return change(queue, event.id, (one) => ({
        ...one,
        state: 'sending',
        ticket: event.ticket,
        name: event.ticket.name,
      }));
    case 'progressed':
      return progressed(queue, event.sent, event.at);
    case 'reconnecting':
      return change(queue, event.id, (one) => ({ ...one, state: 'reconnecting', pace: null }));
    case 'finished':
      return change(queue, event.id, (one) => ({ ...one, state: 'done', sent: one.size, percent: 100 }));
    case 'failed':
      return change(queue, event.id, (one) => ({
        ...one,
        state: 'failed',
        error: event.error,
        final: event.final,
        ticket: event.keepTicket ? one.ticket : null,
      }));
    case 'retried':
      return event.ids.reduce(
        (next, id) =>
          change(next, id, (one) => (one.state === 'failed' ? { ...one, state: 'waiting', error: null } : one)),
        queue,
      );
    case 'cancelled':
      return without(queue, (one) => event.ids.includes(one.id) && one.state !== 'done');
    case 'cleared':
      return without(queue, (one) => !isActive(one));
  }
}

/** The uploads to start now: the oldest waiting ones, so that at most three run. */
export function startable(queue: Queue, parallel = PARALLEL_UPLOADS): string[] {
  const free = parallel - count(queue, (one) => isActive(one) && one.state !== 'waiting');
  const next: string[] = [];
  if (free <= 0) return next;
  for (const upload of queue.uploads.values()) {
    if (upload.state !== 'waiting') continue;
    next.push(upload.id);
    if (next.length === free) break;
  }
  return next;
}

export function hasActive(queue: Queue): boolean {
  for (const upload of queue.uploads.values()) if (isActive(upload)) return true;
  return false;
}

function progressed(queue: Queue, sent: ReadonlyMap<string, number>, at: number): Queue {
  const uploads = new Map(queue.uploads);
  for (const [id, bytes] of sent) {
    const known = uploads.get(id);
    if (!known || (known.state !== 'sending' && known.state !== 'reconnecting')) continue;
    // The last percent is for the server's answer: sent bytes are not yet a stored file.
    const percent = Math.min(99, wholePercent(bytes, known.size));
    uploads.set(id, { ...known, state: 'sending', sent: bytes, percent, pace: paceOf(known, bytes, at) });
  }
  return { uploads };
}

function paceOf({ pace, size }: Upload, sent: number, at: number): Pace {
  if (!pace) return { at, sent, secondsLeft: null };
  const elapsed = at - pace.at;
  const gained = sent - pace.sent;
  const known = elapsed >= PACE_KNOWN_AFTER_MS && gained > 0;
  return { ...pace, secondsLeft: known ? ((size - sent) * elapsed) / gained / 1000 : null };
}

function change(queue: Queue, id: string, to: (upload: Upload) => Upload): Queue {
  const known = queue.uploads.get(id);
  if (!known) return queue;
  return { uploads: new Map(queue.uploads).set(id, to(known)) };
}

function withUploads(queue: Queue, added: readonly Upload[]): Queue {
  const uploads = new Map(queue.uploads);
  for (const upload of added) uploads.set(upload.id, upload);
  return { uploads };
}

function without(queue: Queue, gone: (upload: Upload) => boolean): Queue {
  return { uploads: new Map([...queue.uploads].filter(([, upload]) => !gone(upload))) };
}

function count(queue: Queue, wanted: (upload: Upload) => boolean): number {
  let total = 0;
  for (const upload of queue.uploads.values()) if (wanted(upload)) total++;
  return total;
}
