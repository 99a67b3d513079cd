import { readFileSync } from 'node:fs';
import { expectAccessible } from '../stage/axe.ts';
import { png, type Sample, text } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';

test('files that another app shares with the installed one are added where the user says', async ({ page, desk }) => {
  // As an installed app says of itself.
  await page.addInitScript(() => {
    const asked = window.matchMedia.bind(window);
    window.matchMedia = (query) => asked(query.replace('(display-mode: standalone)', 'all'));
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  // The device sends the form that the manifest describes.
  const files: Sample[] = [png('São João & più.png'), text('notes.txt')];
  const manifest = JSON.parse(readFileSync(new URL('../../web/public/manifest.webmanifest', import.meta.url), 'utf8'));
  await page.evaluate(({ action, method, enctype, params }) => {
    const form = Object.assign(document.createElement('form'), { action: `/${action}`, method, enctype });
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
    Object.assign(input, { name: params.files[0].name, id: 'shared' });
    form.append(input);
    document.body.append(form);
  }, manifest.share_target);
  await page.locator('#shared').setInputFiles(files);
  await page.locator('#shared').evaluate((input: HTMLInputElement) => input.form?.submit());

  await expect(page.getByRole('heading', { name: 'Add 2 files' })).toBeVisible();
  await expect(page.getByText('São João & più.png')).toBeVisible();
  await page.reload();
  await expect(page.getByText('notes.txt')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: desk.name }).click();
  for (const { name } of files) await expect(page.getByRole('gridcell', { name })).toBeVisible();
  await expect.poll(async () => (await desk.api.list(desk.appId, desk.folder)).length).toBe(2);
  await page.goto('/content/received');
  await expect(page.getByRole('heading', { name: 'Nothing was shared' })).toBeVisible();
});
