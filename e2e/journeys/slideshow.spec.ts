import { png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { boxOf, view, viewerOf } from '../stage/viewer.ts';

test('a slideshow goes through the pictures by itself, and Escape ends it alone', async ({ page, desk }) => {
  await page.clock.install();
  const viewer = await view(page, desk, png('a.png'), png('b.png'), png('c.png'));
  await viewer.getByRole('button', { name: 'Start the slideshow' }).click();
  await page.clock.runFor(5100);
  const second = viewerOf(page, 'b.png');
  await expect(second).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(second.getByRole('button', { name: 'Start the slideshow' })).toBeVisible();
  await page.clock.runFor(6000);
  await expect(second).toBeVisible();
  await page.keyboard.press('s');
  await page.clock.runFor(5100);
  await expect(viewerOf(page, 'c.png')).toBeVisible();
});

test('in a slideshow a picture is in the middle of the window, also while its controls come and go', async ({
  page,
  desk,
}) => {
  await view(page, desk, png('a.png', 400, 300), png('b.png'), png('c.png'), png('d.png'));
  const viewer = page.getByRole('dialog');
  const picture = viewer.locator('img[data-loaded]').first();
  const middle = async () => {
    const { x, y, width, height } = await boxOf(picture);
    return [Math.round(x + width / 2), Math.round(y + height / 2)];
  };
  await viewer.getByRole('button', { name: 'Start the slideshow' }).click();
  await expect.poll(middle).toEqual([720, 450]);
  await expect(viewer.locator('header')).toHaveCSS('opacity', '0');
  expect(await middle()).toEqual([720, 450]);
});
