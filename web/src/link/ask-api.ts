import { passesWithTime, Refusal } from '../platform/uploads/refusal';
import { sendTus, terminate } from '../platform/uploads/send-tus';
import { xhrTransport } from '../platform/uploads/transport';
import type { Reason } from './ask-items';
import { linkRoot } from './link-api';

/** Who sends, as they write it. */
export interface Sender {
  sender: string;
  /** May be empty. */
  email: string;
}

/** The server does not take the file, or not from this sender. */
export class NotTaken extends Error {
  readonly reason: Reason;
  /** The field of the sender that is wrong. */
  readonly field: 'sender' | 'email' | null;

  constructor(reason: Reason, field: NotTaken['field'] = null) {
    super(reason);
    this.reason = reason;
    this.field = field;
  }
}

/** Where the bytes of an announced file go. */
export type Announced = { url: string };

/** So often a lost connection is tried again by itself. */
const TRIES = 6;
const LONGEST_MS = 20_000;

const reasons: Readonly<Record<string, Reason>> = {
  link_full: 'full',
  link_kind: 'kind',
  payload_too_large: 'too_large',
  storage_full: 'full',
  not_found: 'ended',
  upload_ended: 'other',
  ticket: 'ended',
};

type Problem = { code?: string; errors?: { field: string }[] };

/** Announces a file, and waits while there are too many. */
export async function announce(file: File, { sender, email }: Sender, signal: AbortSignal): Promise<Announced> {
  const body = JSON.stringify({ name: file.name, size: file.size, sender, ...(email !== '' && { email }) });
  const headers = { 'content-type': 'application/json' };
  for (let failures = 1; ; failures += 1) {
    const asked = fetch(`${linkRoot()}/file`, { method: 'POST', headers, body, signal, credentials: 'same-origin' });
    const answer = await asked.catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    });
    if (answer?.ok) {
      const { node_id, ticket }: { node_id: number; ticket: string } = await answer.json();
      return { url: `${linkRoot()}/file/${node_id}?ticket=${encodeURIComponent(ticket)}` };
    }
    if (answer !== null && !passesWithTime(answer.status)) throw notTaken(await answer.json().catch(() => ({})));
    await wait(failures, signal, Number(answer?.headers.get('retry-after') ?? 0));
  }
}

function notTaken({ code = '', errors = [] }: Problem): NotTaken {
  const fields = errors.map(({ field }) => field);
  if (fields.includes('name')) return new NotTaken('name');
  const wrong = (['sender', 'email'] as const).find((field) => fields.includes(field));
  return new NotTaken(reasons[code] ?? 'other', wrong ?? null);
}

/** Sends the bytes; an interrupted file goes on where it stopped. */
export async function sendBytes(
  announced: Announced,
  file: File,
  { resuming, signal, onProgress }: { resuming: boolean; signal: AbortSignal; onProgress: (sent: number) => void },
): Promise<void> {
  const ticket = { url: announced.url, callback: '', nodeId: 0, parentExternalId: '', name: file.name, bgActionId: '' };
  await sendTus({
    ...{ transport: xhrTransport, ticket, file, signal, onProgress },
    // An empty file has come when one asks for it.
    resuming: resuming || file.size === 0,
    wait: (failures) => wait(failures, signal),
    onReconnecting: () => undefined,
  });
}

/** The server need not wait for it any more. */
export function giveUp(announced: Announced): void {
  const ticket = { url: announced.url, callback: '', nodeId: 0, parentExternalId: '', name: '', bgActionId: '' };
  void terminate({ transport: xhrTransport, ticket, signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
}

export function reasonOf(error: unknown): Reason {
  if (error instanceof NotTaken) return error.reason;
  if (!(error instanceof Refusal)) return 'offline';
  return reasons[error.code] ?? (error.status === 413 ? 'too_large' : 'other');
}

/** Resolves after a while, or when the browser is back online. */
async function wait(failures: number, signal: AbortSignal, atLeastSeconds = 0): Promise<void> {
  if (failures > TRIES) throw new NotTaken('offline');
  const milliseconds = Math.max(atLeastSeconds * 1000, Math.min(LONGEST_MS, 500 * 2 ** failures));
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', stopped);
      resolve();
    }
    function stopped() {
      done();
      reject(signal.reason);
    }
    window.addEventListener('online', done);
    signal.addEventListener('abort', stopped);
  });
}
