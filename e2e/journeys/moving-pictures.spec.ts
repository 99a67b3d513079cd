import type { Locator, Page } from '@playwright/test';
import { movingGif } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { boxOf, movingWebp, view } from '../stage/viewer.ts';

/** Looks come faster than colours change. */
const often = { intervals: [70] };

/** How many different colours a small place in a picture has, one after the other. */
async function coloursAt(page: Page, picture: Locator, share: number): Promise<() => Promise<number>> {
  const { x, y, width, height } = await boxOf(picture);
  const clip = { x: Math.round(x + share * width), y: Math.round(y + height / 2), width: 4, height: 4 };
  const seen = new Set<string>();
  return async () => seen.add((await page.screenshot({ clip })).toString('base64')).size;
}

/** The file itself is shown, not the still picture of it. */
async function original(viewer: Locator): Promise<Locator> {
  const shown = viewer.locator('img[data-original][data-loaded]');
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname)).toMatch(
    /^\/api\/file\/content\/\d+$/,
  );
  return shown;
}

test('a GIF moves in the viewer, and nothing of its still picture is behind it', async ({ page, desk }) => {
  const viewer = await view(page, desk, movingGif('blinking.gif'));
  const gif = await original(viewer);
  // Where it is transparent for a while, a picture behind it would stay.
  for (const share of [0.25, 0.75])
    await expect.poll(await coloursAt(page, gif, share), often).toBeGreaterThanOrEqual(2);
});

test('a WebP moves in the viewer', async ({ page, desk }) => {
  const viewer = await view(page, desk, await movingWebp(page, 'changing.webp'));
  await expect.poll(await coloursAt(page, await original(viewer), 0.5), often).toBeGreaterThanOrEqual(2);
});
