import { byteCookies } from '../../../platform/session/byte-cookies';

/** A slow disk may need a while until the first byte; a download that has begun continues without the frame. */
const frameStaysMs = 300_000;

function follow(url: URL, name: string): void {
  const link = document.createElement('a');
  link.href = url.href;
  link.download = name;
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}

/**
 * The cookie of another site is partitioned for this page, and a link would leave the page: a frame sends the cookie, a
 * link does not.
 */
async function open(url: URL, opensByItself: boolean): Promise<void> {
  if (!opensByItself) await byteCookies.want(url.origin);
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = url.href;
  document.body.append(frame);
  setTimeout(() => frame.remove(), frameStaysMs);
}

/** Lets the browser save the file at `url`, which is sent as an attachment; without a cookie if it opens by itself. */
export async function saveFile(url: URL, name: string, opensByItself = false): Promise<void> {
  if (url.origin === location.origin) follow(url, name);
  else await open(url, opensByItself);
}
