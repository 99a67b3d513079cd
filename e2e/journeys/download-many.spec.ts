import { execFileSync } from 'node:child_process';
import type { Download, Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { png, text } from '../stage/files.ts';
import { type Desk, expect, test } from '../stage/test.ts';

async function fill(desk: Desk): Promise<void> {
  const album = await desk.api.makeFolder(desk.appId, desk.folder, 'Album');
  await desk.api.store(desk.appId, album, png('beach.png', 600, 400));
  await desk.api.store(desk.appId, album, png('pier.png', 300, 200));
  await desk.api.store(desk.appId, album, text('plan.txt', 'a plan'));
}

const READ = `import json, struct, sys, zipfile
def sides(bytes):
    return list(struct.unpack('>II', bytes[16:24])) if bytes[1:4] == b'PNG' else None
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(json.dumps([archive.testzip(), {name: sides(archive.read(name)) for name in archive.namelist()}]))`;

/** The files of an archive, with the pixels of those that are PNG. */
async function unpacked(download: Download): Promise<Record<string, [number, number] | null>> {
  const told = execFileSync('python3', ['-c', READ, await download.path()], { encoding: 'utf8' });
  const [damaged, files] = JSON.parse(told) as [string | null, Record<string, [number, number] | null>];
  expect(damaged).toBeNull();
  return files;
}

async function asked(page: Page) {
  await page.getByRole('button', { name: 'Actions for Album' }).click();
  await page.getByRole('menuitem', { name: 'Download as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download Album as' });
  await dialog.getByRole('radio', { name: /Own size/ }).check({ force: true });
  await dialog.getByRole('textbox', { name: 'Width' }).fill('120');
  await dialog.getByRole('textbox', { name: 'Height' }).fill('120');
  await dialog.getByText('PNG', { exact: true }).click();
  return dialog;
}

test('the pictures of a folder are downloaded in one size, as one archive', async ({ page, desk }) => {
  test.setTimeout(180_000);
  await fill(desk);
  await page.goto(desk.path);
  const dialog = await asked(page);
  await expectAccessible(page);
  const started = page.waitForEvent('download', { timeout: 120_000 });
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('Album.zip');
  expect(await unpacked(download)).toEqual({
    'Album/': null,
    'Album/beach.png': [120, 80],
    'Album/pier.png': [120, 80],
    'Album/plan.txt': null,
  });
  await expect(dialog).toBeHidden();
});

test('who does not wait finds the archive below the bell', async ({ page, desk }) => {
  test.setTimeout(180_000);
  await fill(desk);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(desk.path);
  const dialog = await asked(page);
  await dialog.getByText('With all other files').click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const began = page.waitForResponse((answer) => answer.url().endsWith('/rendition/archive'));
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  const { bg_action_id: id } = (await (await began).json()) as { bg_action_id: string };
  await dialog.getByRole('button', { name: 'Go on in the background' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await page.request.get(`/api/file/pictures/${id}`)).status(), { timeout: 120_000 })
    .toBe(200);
  await page.reload();
  await page.getByRole('button', { name: /^Notices/ }).click();
  const started = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Download: .*2 images/ })
    .first()
    .click();
  expect(Object.keys(await unpacked(await started)).toSorted()).toEqual([
    'Album/',
    'Album/beach.png',
    'Album/pier.png',
  ]);
});
