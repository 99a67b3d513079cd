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
