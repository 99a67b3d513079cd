import { waitBeforeRetry } from '../live/back-off';
import { Disconnected } from './disconnected';
import { forgetPicture, pictureOf } from './own-pictures';
import { Refusal } from './refusal';
import type { Sending } from './sending';
import {
  emptyQueue,
  isActive,
  type Queue,
  type QueueEvent,
  reduceQueue,
  startable,
  type Ticket,
  type Upload,
} from './upload-queue';

/** What an upload asks and tells the server. */
export interface UploadCalls {
  prepare: (upload: Upload) => Promise<Ticket>;
  /** It did not arrive, and is known until its sender has answered. */
  failed: (upload: Upload) => void;
  /** Nothing more of this one's group is sent, although not all of it has arrived or failed. */
  ended: (upload: Upload) => void;
  /** An upload reached its folder; with its ticket, and the bytes that were sent. */
  stored: (upload: Upload, file: File) => void;
}

export interface NewUpload {
  upload: Upload;
  file: File;
}

export interface Uploads {
  snapshot: () => Queue;
  subscribe: (listener: () => void) => () => void;
  add: (items: readonly NewUpload[]) => void;
  cancel: (ids: readonly string[]) => void;
  retry: (ids: readonly string[]) => void;
  /** Sends one that failed again, by another name. */
  uploadAs: (id: string, name: string) => void;
  /** The bytes of one, until it is cleared. */
  fileOf: (id: string) => File | null;
  /** The browser's own picture of an entry whose bytes, so many, arrived from this page; null if there is none. */
  pictureOf: (nodeId: number, size: number | null) => string | null;
  clear: () => void;
}

const PUBLISH_EVERY_MS = 200;

/** Runs the queue: three uploads at a time; subscribers are notified at most five times a second. */
export function createUploads(
  calls: UploadCalls,
  loadSending: () => Promise<Sending> = async () => (await import('./sending')).sending,
  wait = waitBeforeRetry,
): Uploads {
  let queue = emptyQueue;
  let published = queue;
  let publishing: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const files = new Map<string, File>();
  const running = new Map<string, AbortController>();
  const sent = new Map<string, number>();
  const arrived = new Map<number, string>();

  const publish = () => {
    publishing = undefined;
    if (sent.size > 0) {
      queue = reduceQueue(queue, { type: 'progressed', sent, at: Date.now() });
      sent.clear();
    }
    published = queue;
    for (const listener of listeners) listener();
  };
  const tell = (event: QueueEvent) => {
    queue = reduceQueue(queue, event);
    publishing ??= setTimeout(publish, PUBLISH_EVERY_MS);
  };
  const tellNow = (event: QueueEvent) => {
    tell(event);
    clearTimeout(publishing);
    publish();
  };
  const startNext = () => {
    for (const id of startable(queue)) void run(id);
  };

  async function run(id: string): Promise<void> {
    const file = files.get(id);
    const control = new AbortController();
    running.set(id, control);
    tell({ type: 'started', id });
    const upload = queue.uploads.get(id);
    try {
      if (!file || !upload) throw new Refusal(410, '');
      const resuming = upload.ticket !== null;
      const ticket = upload.ticket ?? (await prepared(upload, control.signal));
      if (control.signal.aborted) {
        discard({ ...upload, ticket });
        return;
      }
      tell({ type: 'prepared', id, ticket });
      const { sendFile, transport } = await loadSending();
      let unchanged = false;
      await sendFile({
        transport,
        ticket,
        file,
        resuming,
        wait,
        signal: control.signal,
        onProgress: (bytes) => {
          sent.set(id, bytes);
          publishing ??= setTimeout(publish, PUBLISH_EVERY_MS);
        },
        onReconnecting: () => tell({ type: 'reconnecting', id }),
        onUnchanged: () => {
          unchanged = true;
        },
      });
      arrived.set(upload.replaces ?? ticket.nodeId, id);
      tell({ type: 'finished', id, unchanged });
      calls.stored({ ...upload, ticket }, file);
    } catch (error) {
      if (control.signal.aborted) return;
      const refusal = error instanceof Refusal ? error : null;
      const reason = refusal?.reason ?? 'other';
      tell({ type: 'failed', id, reason, keepTicket: refusal?.ticketGone !== true });
      const failed = queue.uploads.get(id);
      if (failed) calls.failed(failed);
    } finally {
      if (running.get(id) === control) running.delete(id);
      sent.delete(id);
      startNext();
    }
  }

  /** Waits out a lost connection as while sending, or an outage would fail all waiting uploads. */
  async function prepared(upload: Upload, signal: AbortSignal): Promise<Ticket> {
    for (let failures = 1; ; failures++) {
      try {
        return await calls.prepare(upload);
      } catch (error) {
        if (!(error instanceof Disconnected)) throw error;
        tell({ type: 'reconnecting', id: upload.id });
        await wait(failures, signal);
      }
    }
  }

  /** Tells the server to delete a cancelled upload; if this does not arrive, the server sweeps it later. */
  function discard(upload: Upload): void {
    const { ticket } = upload;
    if (!ticket) return;
    const signal = AbortSignal.timeout(30_000);
    const terminated = loadSending().then(({ terminate, transport }) => terminate({ transport, ticket, signal }));
    void Promise.allSettled([terminated]);
  }

  function forget(id: string): void {
    const file = files.get(id);
    if (file) forgetPicture(file);
    files.delete(id);
  }

  /** Groups that lost uploads, and send nothing any more. */
  function endGroups(gone: readonly Upload[]): void {
    const lost = new Map(gone.filter(isActive).map((one) => [one.groupId, one]));
    for (const other of queue.uploads.values()) if (isActive(other)) lost.delete(other.groupId);
    for (const one of lost.values()) calls.ended(one);
  }

  return {
    snapshot: () => published,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (items) => {
      for (const { upload, file } of items) files.set(upload.id, file);
      tellNow({ type: 'added', uploads: items.map((item) => item.upload) });
      for (const { upload } of items) if (upload.state === 'failed') calls.failed(upload);
      startNext();
    },
    cancel: (ids) => {
      const gone = ids.flatMap((id) => queue.uploads.get(id) ?? []).filter((one) => one.state !== 'done');
      tellNow({ type: 'cancelled', ids });
      for (const upload of gone) {
        running.get(upload.id)?.abort();
        forget(upload.id);
        discard(upload);
      }
      endGroups(gone);
      startNext();
    },
    retry: (ids) => {
      tellNow({ type: 'retried', ids });
      startNext();
    },
    uploadAs: (id, name) => {
      const known = queue.uploads.get(id);
      if (known?.state !== 'failed') return;
      discard(known);
      tell({ type: 'renamed', id, name });
      tellNow({ type: 'retried', ids: [id] });
      startNext();
    },
    fileOf: (id) => files.get(id) ?? null,
    pictureOf: (nodeId, size) => {
      const file = files.get(arrived.get(nodeId) ?? '');
      // Another version of the entry, which came from elsewhere, has other bytes.
      return file && file.size === size ? pictureOf(file) : null;
    },
    clear: () => {
      for (const { id, state } of queue.uploads.values()) if (state === 'done') forget(id);
      tellNow({ type: 'cleared' });
    },
  };
}
