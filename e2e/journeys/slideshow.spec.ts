import { png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { view, viewerOf } from '../stage/viewer.ts';

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
