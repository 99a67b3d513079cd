import { expect, type Locator, type Page } from '@playwright/test';
import type { Sample } from './files.ts';
import type { Desk } from './test.ts';
import { uploadTo } from './upload.ts';

export const viewerOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Preview of ${name}` });

/** Uploads files and opens the first one in the viewer, by its address. */
export async function view(page: Page, desk: Desk, sample: Sample, ...others: Sample[]) {
  await uploadTo(page, desk, [sample, ...others]);
  const [entry] = await desk.api.list(desk.appId, desk.folder);
  await page.goto(`${desk.path}?show=${entry?.node_id}`);
  const viewer = viewerOf(page, sample.name);
  await expect(viewer).toBeVisible();
  return viewer;
}

export async function boxOf(one: Locator) {
  const box = await one.boundingBox();
  if (!box) throw new Error('it is shown');
  return box;
}

/** A short film, made by the browser that shows it later. */
export async function film(page: Page, name: string): Promise<Sample> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 160, height: 90 });
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 40; frame += 1) {
      pen?.fillRect(4 * frame, 0, 4, 90);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return { name, mimeType: 'video/webm', buffer: Buffer.from(bytes) };
}

/** A WebP of two colours that never ends, made of pictures that the browser has written. */
export async function movingWebp(page: Page, name: string): Promise<Sample> {
  const [width, height] = [240, 160];
  const stills = await page.evaluate(
    async ({ width, height }) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const pen = canvas.getContext('2d');
      const written: number[][] = [];
      for (const colour of ['#e61e1e', '#1e3ce6']) {
        if (pen) pen.fillStyle = colour;
        pen?.fillRect(0, 0, width, height);
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
        written.push([...new Uint8Array((await blob?.arrayBuffer()) ?? [])]);
      }
      return written;
    },
    { width, height },
  );
  const number = (value: number) => [value & 255, (value >> 8) & 255, value >> 16];
  const size = [...number(width - 1), ...number(height - 1)];
  const frames = stills.map((still) =>
    riffChunk('ANMF', [...number(0), ...number(0), ...size, ...number(200), 0b10, ...pixelsOf(Buffer.from(still))]),
  );
  const chunks = [riffChunk('VP8X', [0b10, 0, 0, 0, ...size]), riffChunk('ANIM', [0, 0, 0, 0, 0, 0]), ...frames];
  const buffer = riffChunk('RIFF', [...Buffer.from('WEBP', 'latin1'), ...Buffer.concat(chunks)]);
  return { name, mimeType: 'image/webp', buffer };
}

/** A chunk of a RIFF file; it has an even number of bytes. */
function riffChunk(kind: string, data: readonly number[]): Buffer {
  const head = Buffer.from(`${kind}    `, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, Buffer.from(data), Buffer.alloc(data.length % 2)]);
}

/** The chunk of a still WebP that has its pixels. */
function pixelsOf(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length; ) {
    const length = 8 + webp.readUInt32LE(at + 4);
    const end = at + length + (length % 2);
    if (['VP8 ', 'VP8L'].includes(webp.toString('latin1', at, at + 4))) return webp.subarray(at, end);
    at = end;
  }
  throw new Error('the browser wrote no WebP');
}
