import { byteCookies } from '../../platform/session/byte-cookies';

/** A slow disk may need a while until the first byte; what has begun goes on without the frame. */
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

/** Another site's cookie is set for this page, and a link would leave the page: it is not sent along, in a frame it is. */
async function open(url: URL): Promise<void> {
  await byteCookies.want(url.origin);
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = url.href;
  document.body.append(frame);
  setTimeout(() => frame.remove(), frameStaysMs);
}

/** Lets the browser save what lies at `url`, which answers with an attachment. */
export async function saveFile(url: URL, name: string): Promise<void> {
  if (url.origin === location.origin) follow(url, name);
  else await open(url);
}
