import { Disconnected } from './disconnected';

/** One HTTP exchange with upload progress, which only XMLHttpRequest reports in every browser. */
export interface Exchange {
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: Blob | FormData;
  signal: AbortSignal;
  onProgress?: (sentBytes: number) => void;
}

export interface Reply {
  status: number;
  header: (name: string) => string | null;
  text: string;
}

export type Transport = (exchange: Exchange) => Promise<Reply>;

/** If nothing moves for this long, the connection counts as lost, so that a resume can begin. */
const SILENCE_MS = 60_000;

export const xhrTransport: Transport = ({ method, url, headers = {}, body, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted());
    const xhr = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => xhr.abort(), SILENCE_MS);
    };
    const stop = () => xhr.abort();
    const settle = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => {
      heard();
      onProgress?.(event.loaded);
    };
    // The bytes are sent; the server may take as long as it needs for hashing and storing.
    xhr.upload.onload = () => clearTimeout(silence);
    xhr.onload = () => {
      settle();
      resolve({ status: xhr.status, header: (name) => xhr.getResponseHeader(name), text: xhr.responseText });
    };
    xhr.onerror = () => {
      settle();
      reject(new Disconnected('connection lost'));
    };
    xhr.onabort = () => {
      settle();
      reject(signal.aborted ? aborted() : new Disconnected('connection silent'));
    };
    xhr.send(body ?? null);
  });

function aborted(): DOMException {
  return new DOMException('cancelled', 'AbortError');
}
