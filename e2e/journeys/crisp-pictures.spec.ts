import type { Locator } from '@playwright/test';
import { pdf, png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';

const DENSITY = 2;
test.use({ deviceScaleFactor: DENSITY });

const files = [
  png('photo.png', 1500, 1000),
  png('panorama.png', 3000, 500),
  png('portrait.png', 1000, 1500),
  pdf('paper.pdf', ['Page 1', 'Page 2', 'Page 3']),
];

/** The pixels of the picture that the browser chose, and the width in which the whole of it is shown. */
async function measured(image: Locator) {
  await expect(image).toHaveAttribute('data-loaded');
  return await image.evaluate(async (shown: HTMLImageElement) => {
    const chosen = new Image();
    chosen.src = shown.currentSrc;
    await chosen.decode();
    const { width, height } = shown.getBoundingClientRect();
    const scales = [width / chosen.naturalWidth, height / chosen.naturalHeight];
    const scale = getComputedStyle(shown).objectFit === 'cover' ? Math.max(...scales) : Math.min(...scales);
    return { pixels: chosen.naturalWidth, width: chosen.naturalWidth * scale };
  });
}

test.beforeEach(async ({ page, desk }) => {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles(files);
  await expect
    .poll(async () => (await desk.api.list(desk.appId, desk.folder)).map((entry) => entry.preview.status), {
      timeout: 120_000,
    })
    .toEqual(['ready', 'ready', 'ready', 'ready']);
});

for (const view of ['grid', 'list'] as const) {
  test(`on a screen of double density every picture of the ${view} has a pixel for each of the screen`, async ({
    page,
  }) => {
    await page.evaluate((mode) => localStorage.setItem('navigationViewMode', mode), view);
    await page.reload();
    for (const { name } of files) {
      const cell = page.getByRole(view === 'grid' ? 'gridcell' : 'row', { name: new RegExp(`^${name}`) });
      const { pixels, width } = await measured(cell.locator('img[srcset]'));
      expect(pixels, name).toBeGreaterThanOrEqual(width * DENSITY);
    }
  });
}

test('a document is shown from its top, with its kind and its pages, and a photograph from its middle', async ({
  page,
}) => {
  const paper = page.getByRole('gridcell', { name: /^paper\.pdf/ });
  await expect(paper).toContainText('PDF · 3');
  await expect(paper.locator('img[srcset]')).toHaveCSS('object-position', '50% 0%');
  const photo = page.getByRole('gridcell', { name: /^photo\.png/ });
  await expect(photo).not.toContainText('PNG ');
  await expect(photo.locator('img[srcset]')).toHaveCSS('object-position', '50% 50%');
});

test('what the browser does not need is not fetched', async ({ page }) => {
  const images = page.locator('[role=gridcell] img[srcset][data-loaded]');
  await expect(images).toHaveCount(files.length);
  // What the page, and the tray of its uploads, fetch when the previews come is not counted.
  const address = page.url();
  await page.goto('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rendition/preview/'))
      asked.push(new URL(request.url()).searchParams.get('size') ?? '');
  });
  await page.goto(address);
  await expect(images).toHaveCount(files.length);
  // The panorama is shown whole, and so it needs less.
  expect(asked.sort()).toEqual(['320', '640', '640', '640']);
});
