import { readFileSync } from 'node:fs';
import { expectAccessible } from '../stage/axe.ts';
import { png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';

/** Width and height of a PNG. */
function sides(path: string): [width: number, height: number] {
  const bytes = readFileSync(path);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test.beforeEach(async ({ page, desk }) => {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles([png('holiday.png', 600, 400)]);
  await expect
    .poll(async () => (await desk.api.list(desk.appId, desk.folder)).map((entry) => entry.preview.status), {
      timeout: 120_000,
    })
    .toEqual(['ready']);
  await page.reload();
});

test('a picture is downloaded in an own size, and the choice is remembered', async ({ page }) => {
  await page.getByRole('button', { name: 'Actions for holiday.png' }).click();
  await page.getByRole('menuitem', { name: 'Download as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download holiday.png as' });
  await dialog.getByRole('radio', { name: /Own size/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Keep proportions' }).click();
  await dialog.getByRole('textbox', { name: 'Width' }).fill('200');
  await dialog.getByRole('textbox', { name: 'Height' }).fill('200');
  await dialog.getByText('Edges cut off', { exact: true }).click();
  await dialog.getByText('PNG', { exact: true }).click();
  await expect(dialog.getByRole('status')).toContainText('200 × 200');
  await expectAccessible(page);
  const started = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('holiday-200x200.png');
  expect(sides(await download.path())).toEqual([200, 200]);
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Actions for holiday.png' }).click();
  await page.getByRole('menuitem', { name: 'Download as…' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Height' })).toHaveValue('200');
});

test('an admin adds the usual sizes, and people download in them, from the viewer too', async ({
  page,
  desk,
  enterAs,
}) => {
  const admin = await enterAs('admin');
  await page.goto(`/content/${desk.appId}/settings/download_size`);
  await page.getByRole('button', { name: 'Add usual sizes' }).click();
  await expect(page.getByText('Instagram square')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New download size' }).click();
  const form = page.getByRole('dialog', { name: 'New download size' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Thumbnail');
  await form.getByRole('textbox', { name: 'Width' }).fill('90');
  await form.getByRole('textbox', { name: 'Height' }).fill('60');
  await form.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'PNG' }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form).toBeHidden();
  const [entry] = await admin.list(desk.appId, desk.folder);
  await page.goto(`/content/${desk.appId}/navigation/${desk.folder}?show=${entry?.node_id}`);
  const viewer = page.getByRole('dialog', { name: 'Preview of holiday.png' });
  await viewer.getByRole('button', { name: 'Download as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download holiday.png as' });
  await dialog.getByRole('radio', { name: /Thumbnail/ }).check({ force: true });
  await expect(dialog.getByRole('status')).toContainText('90 × 60');
  const started = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('holiday-90x60.png');
  expect(sides(await download.path())).toEqual([90, 60]);
});

test('on a phone the dialog fits and has everything', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Actions for holiday.png' }).click();
  await page.getByRole('menuitem', { name: 'Download as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download holiday.png as' });
  await dialog.getByRole('radio', { name: /Own size/ }).check({ force: true });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await dialog.getByRole('button', { name: 'Download', exact: true }).scrollIntoViewIfNeeded();
  const started = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await started).suggestedFilename()).toMatch(/^holiday-\d+x\d+\.\w+$/);
});
