import { sendFile } from './send-file';
import { terminate } from './send-tus';
import { signedTransport } from './signed-transport';

/** What an upload needs that has begun: a page that uploads nothing does not fetch it. */
export const sending = { sendFile, terminate, transport: signedTransport };
export type Sending = typeof sending;
