import type { Locator, Page } from '@playwright/test';
import { halfGlass, noisyPng } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { cell } from '../stage/tree.ts';
import { uploadTo } from '../stage/upload.ts';
import { viewerOf } from '../stage/viewer.ts';

/** Keeps every preview until `send`. */
async function holdPreviews(page: Page): Promise<{ asked: () => number; send: () => void }> {
  let asked = 0;
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/rendition/preview/**', async (route) => {
    asked += 1;
    await sent;
    await route.continue();
  });
  return { asked: () => asked, send };
}

const blurred = (place: Locator) => place.locator('img[src^="data:image/png"]');

test('the blurred colours of a picture stand at once, on its card and in the viewer, until it has come', async ({
  page,
  desk,
}) => {
  await uploadTo(page, desk, [noisyPng('noise.png')]);
  const card = cell(page, 'noise.png');
  await expect(card.locator('img[data-loaded]')).toBeVisible();
  for (const place of ['card', 'viewer'] as const) {
    const previews = await holdPreviews(page);
    const [entry] = await desk.api.list(desk.appId, desk.folder);
    await page.goto(place === 'card' ? desk.path : `${desk.path}?show=${entry?.node_id}`);
    const shown = place === 'card' ? card : viewerOf(page, 'noise.png');
    await expect(blurred(shown).first()).toBeVisible();
    await expect.poll(previews.asked).toBeGreaterThan(0);
    await expect(shown.locator('img[data-loaded]')).toHaveCount(0);
    expect(
      await blurred(shown)
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(8);
    previews.send();
    await expect(shown.locator('img[data-loaded]').first()).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  }
  await page.goto(desk.path);
  await expect(card.locator('img[data-loaded]')).toBeVisible();
  await expect(blurred(card)).toHaveCount(0);
});

test('a transparent picture lies on a checkerboard, on its card and in the viewer', async ({ page, desk }) => {
  await uploadTo(page, desk, [halfGlass('glass.png'), noisyPng('noise.png')]);
  const board = (place: Locator) => place.locator('[data-transparent]');
  // The strip of the viewer has the picture, too, without its name.
  const boardBehind = (viewer: Locator, name: string) => viewer.locator(`[data-transparent]:has(> img[alt="${name}"])`);
  const [card, other] = [cell(page, 'glass.png'), cell(page, 'noise.png')];
  await expect(card.locator('img[data-loaded]')).toBeVisible();
  await expect(board(card)).toHaveCSS('background-image', /^repeating-conic-gradient/);
  await expect(other.locator('img[data-loaded]')).toBeVisible();
  await expect(board(other)).toHaveCount(0);

  await card.dblclick();
  const viewer = viewerOf(page, 'glass.png');
  const picture = viewer.locator('img[alt="glass.png"][data-loaded]');
  await expect(picture).toBeVisible();
  await expect(boardBehind(viewer, 'glass.png')).toHaveCSS('background-image', /^repeating-conic-gradient/);
  // The preview is as transparent as the file.
  const alpha = await picture.evaluate((image: HTMLImageElement) => {
    const pen = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
    pen?.drawImage(image, 0, 0);
    const [left, right] = [0.1, 0.9].map((x) => pen?.getImageData(x * image.naturalWidth, 9, 1, 1).data[3]);
    return { left, right };
  });
  expect(alpha).toEqual({ left: 255, right: 0 });
  await page.keyboard.press('ArrowRight');
  await expect(viewerOf(page, 'noise.png').locator('img[alt="noise.png"][data-loaded]')).toBeVisible();
  await expect(boardBehind(viewerOf(page, 'noise.png'), 'noise.png')).toHaveCount(0);
});
