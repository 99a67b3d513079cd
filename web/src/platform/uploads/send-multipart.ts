import { refusalOf } from './refusal';
import type { Transport } from './transport';
import type { Ticket } from './upload-queue';

export interface Sending {
  transport: Transport;
  ticket: Ticket;
  file: Blob;
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
  /** The file that it was to replace has these bytes already. */
  onUnchanged?: () => void;
}

/** The whole file in one request; the fields are in the order in which the file service reads them. */
export async function sendMultipart(sending: Sending): Promise<void> {
  const { transport, ticket, file, signal, onProgress, onUnchanged } = sending;
  const form = new FormData();
  form.append('parent_id', ticket.parentExternalId);
  form.append('node_id', String(ticket.nodeId));
  form.append('file_name', ticket.name);
  form.append('callback', ticket.callback);
  form.append('raw_data', file, ticket.name);
  const reply = await transport({
    method: 'POST',
    url: ticket.url,
    body: form,
    signal,
    onProgress: (sent) => onProgress(Math.min(sent, file.size)),
  });
  if (reply.status < 200 || reply.status > 299) throw refusalOf(reply);
  if (/"unchanged":\s*true/.test(reply.text)) onUnchanged?.();
}
