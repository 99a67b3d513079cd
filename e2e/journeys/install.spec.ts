import { png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';

interface Manifest {
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
}

test('the app can be installed: its manifest and its icons are there', async ({ page, request, enterAs }) => {
  await enterAs('manager');
  await page.goto('/');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest: Manifest = await (await request.get(address ?? '')).json();
  expect(manifest.display).toBe('standalone');
  expect((await request.get(new URL(manifest.start_url, page.url()).pathname)).ok()).toBe(true);
  const masks = manifest.icons.map(({ purpose }) => purpose);
  expect(masks).toContain('maskable');
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(`/${src}`);
    expect(icon.headers()['content-type'], src).toContain(type);
    if (sizes === 'any') continue;
    const [width] = sizes.split('x').map(Number);
    const drawn = await page.evaluate(async (from) => {
      const picture = await createImageBitmap(await (await fetch(from)).blob());
      return [picture.width, picture.height];
    }, `/${src}`);
    expect(drawn, src).toEqual([width, width]);
  }
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a photo is taken with the camera and comes into the folder', async ({ page, desk }) => {
    await page.getByRole('button', { name: 'Upload', exact: true }).tap();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: 'Take a photo' }).tap();
    const camera = await chooser;
    expect(await camera.element().getAttribute('capture')).toBe('environment');
    await camera.setFiles([png('photo.png', 120, 90)]);
    await expect(page.getByRole('gridcell', { name: /^photo\.png/ })).toBeVisible();
    await expect.poll(async () => (await desk.api.list(desk.appId, desk.folder)).length).toBe(1);
  });
});
