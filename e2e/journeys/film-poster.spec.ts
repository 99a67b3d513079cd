import { expectAccessible } from '../stage/axe.ts';
import { expect, test } from '../stage/test.ts';
import { film } from '../stage/viewer.ts';

test('a film shows a frame that the browser of its uploader has drawn', async ({ page, desk }) => {
  await page.goto(desk.path);
  const clip = await film(page, 'clip.webm');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles([clip]);
  await expect
    .poll(async () => (await desk.api.list(desk.appId, desk.folder)).map(({ preview }) => preview.status), {
      timeout: 60_000,
    })
    .toEqual(['ready']);
  const card = page.getByRole('gridcell', { name: /^clip/ });
  await expect(card.locator('img[src*="rendition/preview"]').first()).toBeVisible();
  await expectAccessible(page);
});
