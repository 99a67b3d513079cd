import { waitBeforeRetry } from '../live/back-off';
import { Refusal } from './refusal';
import { sendFile } from './send-file';
import { terminate } from './send-tus';
import { signedTransport } from './signed-transport';
import { Disconnected, type Transport } from './transport';
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

/** The calls an upload needs from the content and core services. */
export interface UploadCalls {
  prepare: (upload: Upload) => Promise<Ticket>;
  cancelAction: (bgActionId: string) => Promise<void>;
  /** An upload reached its folder. */
  stored: (upload: Upload) => void;
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
  clear: () => void;
}

const PUBLISH_EVERY_MS = 200;

/** Runs the queue: three uploads at a time; subscribers are notified at most five times a second. */
export function createUploads(
  calls: UploadCalls,
  transport: Transport = signedTransport,
  wait = waitBeforeRetry,
): Uploads {
  let queue = emptyQueue;
  let published = queue;
  let publishing: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const files = new Map<string, File>();
  const running = new Map<string, AbortController>();
  const sent = new Map<string, number>();

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
      });
      files.delete(id);
      tell({ type: 'finished', id });
      calls.stored(upload);
    } catch (error) {
      if (control.signal.aborted) return;
      const refusal = error instanceof Refusal ? error : null;
      tell({
        type: 'failed',
        id,
        error: error instanceof Error ? error.message : '',
        keepTicket: refusal?.ticketGone !== true,
        final: refusal?.final === true,
      });
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
    void Promise.allSettled([terminate({ transport, ticket, signal }), calls.cancelAction(ticket.bgActionId)]);
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
      startNext();
    },
    cancel: (ids) => {
      const gone = ids.flatMap((id) => queue.uploads.get(id) ?? []).filter((one) => one.state !== 'done');
      tellNow({ type: 'cancelled', ids });
      for (const upload of gone) {
        running.get(upload.id)?.abort();
        files.delete(upload.id);
        discard(upload);
      }
      startNext();
    },
    retry: (ids) => {
      tellNow({ type: 'retried', ids });
      startNext();
    },
    clear: () => {
      for (const upload of queue.uploads.values()) if (!isActive(upload)) files.delete(upload.id);
      tellNow({ type: 'cleared' });
    },
  };
}
