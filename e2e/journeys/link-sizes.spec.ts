import { execFileSync } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleBySystem } from '../stage/axe.ts';
import { png, text } from '../stage/files.ts';
import { Share } from '../stage/share.ts';
import { test as base, expect } from '../stage/test.ts';

const test = base.extend<{ share: Share }>({
  share: async ({ server, sessions }, use) => use(await Share.begin(server.url, sessions)),
});

const sizesOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Download ${name} as` });

const READ = `import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(json.dumps([archive.testzip(), archive.namelist()]))`;

async function saved(page: Page, button: Locator): Promise<{ name: string; path: string }> {
  const started = page.waitForEvent('download', { timeout: 120_000 });
  await button.click();
  const download = await started;
  return { name: download.suggestedFilename(), path: await download.path() };
}

function namesIn(path: string): string[] {
  const [damaged, names] = JSON.parse(execFileSync('python3', ['-c', READ, path], { encoding: 'utf8' }));
  expect(damaged).toBeNull();
  return (names as string[]).toSorted();
}

test('pictures are taken along in a size and format of one’s own, one by one and all at once', async ({
  page,
  share,
}) => {
  await share.store(share.folder, png('a.png', 640, 400), png('b.png'), text('c.txt'));
  const { url } = await share.link([share.folder], { label: 'Luz de Verão' });
  await page.goto(url);
  await page.getByRole('list', { name: 'Files' }).getByRole('link', { name: 'a.png', exact: true }).click();
  const viewer = page.getByRole('dialog', { name: 'Preview of a.png' });
  await viewer.getByRole('button', { name: 'Sizes of a.png' }).click();
  const one = sizesOf(page, 'a.png');
  await one.getByRole('radio', { name: /^Own size/ }).check();
  await one.getByLabel('Longest side in pixels').fill('320');
  await expectAccessibleBySystem(page);
  const picture = await saved(page, one.getByRole('button', { name: 'Download' }));
  expect(picture.name).toBe('a-320x200.jpg');
  await expect(one).toBeHidden();
  await expect(viewer.getByRole('button', { name: 'Sizes of a.png' })).toBeFocused();
  // Keys of the viewer are its own again.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'Preview of b.png' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Sizes of Luz de Verão' }).click();
  const all = sizesOf(page, 'Luz de Verão');
  await all.getByRole('radio', { name: /^Own size/ }).check();
  await all.getByRole('combobox', { name: 'Format' }).selectOption('webp');
  const archive = await saved(page, all.getByRole('button', { name: 'Download' }));
  expect(archive.name).toMatch(/\.zip$/);
  const names = namesIn(archive.path);
  expect(names.some((name) => name.endsWith('a.webp'))).toBe(true);
  expect(names.some((name) => name.endsWith('c.txt'))).toBe(true);
});

test('on a phone, where originals stay inside, pictures come in sizes alone', async ({ page, share }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [id = 0] = await share.store(share.folder, png('a.png', 640, 400));
  const { url } = await share.link([id], { originals: false, sizes: 'any' });
  await page.goto(url);
  await expect(page.getByText('Pictures to download, files to look at')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const dialog = sizesOf(page, 'a.png');
  await expect(dialog.getByRole('radio', { name: /^Original/ })).toHaveCount(0);
  await dialog.getByRole('radio', { name: /^Own size/ }).check();
  await expectAccessibleBySystem(page);
  const box = await dialog.boundingBox();
  expect(box && Math.round(box.x + box.width)).toBe(390);
  const picture = await saved(page, dialog.getByRole('button', { name: 'Download' }));
  expect(picture.name).toBe('a-640x400.jpg');
});
