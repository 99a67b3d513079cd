import { readFileSync } from 'node:fs';
import { png, text } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';

test.beforeEach(async ({ page, desk }) => {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles([png('a.png'), png('b.png', 100, 300), text('c.txt')]);
  await expect
    .poll(async () => (await desk.api.list(desk.appId, desk.folder)).map((entry) => entry.preview.status), {
      timeout: 120_000,
    })
    .toEqual(['ready', 'ready', 'ready']);
  await page.reload();
});

test('the lightbox opens with Space, walks with the arrows and gives the focus back', async ({ page }) => {
  const first = page.getByRole('gridcell', { name: /^a\.png/ });
  await first.click();
  await page.keyboard.press('Space');
  const lightbox = page.getByRole('dialog', { name: 'Preview of a.png' });
  await expect(lightbox.locator('img').first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'Preview of b.png' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(lightbox).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  await expect(first).toBeFocused();
});

test('a download has the bytes that were uploaded', async ({ page }) => {
  await page.getByRole('button', { name: 'Actions for a.png' }).click();
  const started = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download', exact: true }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('a.png');
  expect(readFileSync(await download.path()).equals(png('a.png').buffer)).toBe(true);
});

test('a range of a file is served by itself', async ({ desk, server }) => {
  const [entry] = await desk.api.list(desk.appId, desk.folder);
  const headers = { authorization: `Bearer ${desk.api.token}`, range: 'bytes=1-3' };
  const answer = await fetch(`${server.url}/api/file/content/${entry?.node_id}`, { headers });
  expect(answer.status).toBe(206);
  expect(await answer.text()).toBe('PNG');
});
