import { Disconnected } from './disconnected';
import { sendMultipart } from './send-multipart';
import { sendTus, type TusSending } from './send-tus';

const MULTIPART_UP_TO_BYTES = 8 * 1024 * 1024;

/** Small files in one request, larger ones by tus; an interrupted small one continues over tus at the same url. */
export async function sendFile(sending: TusSending): Promise<void> {
  if (sending.resuming || sending.file.size > MULTIPART_UP_TO_BYTES) return sendTus(sending);
  try {
    await sendMultipart(sending);
  } catch (error) {
    if (!(error instanceof Disconnected)) throw error;
    sending.onReconnecting();
    await sending.wait(1, sending.signal);
    await sendTus({ ...sending, resuming: true });
  }
}
