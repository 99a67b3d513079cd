import type { Schema } from '../api/client';
import { type Pace, withSample } from './upload-pace';
import { wholePercent } from './whole-percent';

const PARALLEL_UPLOADS = 3;

/** Why a file did not arrive, in the server's words. */
export type FailureReason = Schema<'FailureReason'>;

type UploadState = 'waiting' | 'preparing' | 'sending' | 'reconnecting' | 'done' | 'failed';

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
  /** The server's group of several files. */
  groupId: string;
  groupTitle: string;
  appId: number;
  parentId: number;
  /** The folder that all of its group came in; absent if it is not one folder. */
  groupFolderId?: number;
  /** The file whose new version it becomes; absent for a file of its own. */
  replaces?: number;
  /** That file had its bytes already, and stays as it is. */
  unchanged?: boolean;
  name: string;
  size: number;
  createdAt: number;
  state: UploadState;
  sent: number;
  percent: number;
  ticket: Ticket | null;
  /** Why it failed; null unless it did. */
  reason: FailureReason | null;
}

export interface Queue {
  /** In the order they were added; a Map keeps it and finds by id. */
  uploads: ReadonlyMap<string, Upload>;
  /** How fast the groups go, by their ids. */
  paces: ReadonlyMap<string, Pace>;
}

export type QueueEvent =
  | { type: 'added'; uploads: readonly Upload[] }
  | { type: 'started'; id: string }
  | { type: 'prepared'; id: string; ticket: Ticket }
  | { type: 'progressed'; sent: ReadonlyMap<string, number>; at: number }
  | { type: 'reconnecting'; id: string }
  | { type: 'finished'; id: string; unchanged?: boolean }
  | { type: 'failed'; id: string; reason: FailureReason; keepTicket: boolean }
  | { type: 'retried'; ids: readonly string[] }
  | { type: 'renamed'; id: string; name: string }
  | { type: 'cancelled'; ids: readonly string[] }
  | { type: 'cleared' };

export const emptyQueue: Queue = { uploads: new Map(), paces: new Map() };

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
        reason: null,
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
      return change(queue, event.id, (one) => ({ ...one, state: 'reconnecting' }));
    case 'finished':
      return change(queue, event.id, (one) => ({
        ...one,
        state: 'done',
        sent: one.size,
        percent: 100,
        unchanged: event.unchanged === true,
      }));
    case 'failed':
      return change(queue, event.id, (one) => ({
        ...one,
        state: 'failed',
        reason: event.reason,
        ticket: event.keepTicket ? one.ticket : null,
      }));
    case 'retried':
      return event.ids.reduce(
        (next, id) =>
          change(next, id, (one) => (one.state === 'failed' ? { ...one, state: 'waiting', reason: null } : one)),
        queue,
      );
    case 'renamed':
      return change(queue, event.id, (one) => ({ ...one, name: event.name, ticket: null, sent: 0, percent: 0 }));
    case 'cancelled':
      return without(queue, (one) => event.ids.includes(one.id) && one.state !== 'done');
    case 'cleared':
      return without(queue, (one) => one.state === 'done');
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
  const groups = new Set<string>();
  for (const [id, bytes] of sent) {
    const known = uploads.get(id);
    if (!known || (known.state !== 'sending' && known.state !== 'reconnecting')) continue;
    // The last percent is for the server's answer: sent bytes are not yet a stored file.
    const percent = Math.min(99, wholePercent(bytes, known.size));
    uploads.set(id, { ...known, state: 'sending', sent: bytes, percent });
    groups.add(known.groupId);
  }
  const paces = new Map(queue.paces);
  for (const group of groups)
    paces.set(group, withSample(paces.get(group) ?? [], { at, sent: sentOf(uploads, group) }));
  return { uploads, paces };
}

function sentOf(uploads: Queue['uploads'], group: string): number {
  let sent = 0;
  for (const upload of uploads.values()) if (upload.groupId === group) sent += upload.sent;
  return sent;
}

function change(queue: Queue, id: string, to: (upload: Upload) => Upload): Queue {
  const known = queue.uploads.get(id);
  if (!known) return queue;
  return { ...queue, uploads: new Map(queue.uploads).set(id, to(known)) };
}

function withUploads(queue: Queue, added: readonly Upload[]): Queue {
  const uploads = new Map(queue.uploads);
  for (const upload of added) uploads.set(upload.id, upload);
  return { ...queue, uploads };
}

function without(queue: Queue, gone: (upload: Upload) => boolean): Queue {
  return { ...queue, uploads: new Map([...queue.uploads].filter(([, upload]) => !gone(upload))) };
}

function count(queue: Queue, wanted: (upload: Upload) => boolean): number {
  let total = 0;
  for (const upload of queue.uploads.values()) if (wanted(upload)) total++;
  return total;
}
