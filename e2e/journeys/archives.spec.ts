import { execFileSync } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import { text } from '../stage/files.ts';
import { type Desk, expect, test } from '../stage/test.ts';
import { uploadTo } from '../stage/upload.ts';

/** A folder with a folder in it, and a file beside it. */
async function fill(page: Page, desk: Desk): Promise<void> {
  const album = await desk.api.makeFolder(desk.appId, desk.folder, 'Álbum 写真');
  const inner = await desk.api.makeFolder(desk.appId, album, 'São João');
  await desk.api.makeFolder(desk.appId, album, 'vazia');
  await desk.api.store(desk.appId, inner, text('富士山 🏔️.txt', 'a mountain'));
  await desk.api.store(desk.appId, album, text('plan.txt', 'a plan'));
  await desk.api.store(desk.appId, desk.folder, text('beside.txt', 'beside'));
  await page.goto(desk.path);
}

const READ = `import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(json.dumps([archive.testzip(), archive.namelist()]))`;

/** What is saved by a click, and the names in it. */
async function saved(page: Page, button: Locator): Promise<{ name: string; names: string[] }> {
  const started = page.waitForEvent('download');
  await button.click();
  const download = await started;
  const told = execFileSync('python3', ['-c', READ, await download.path()], { encoding: 'utf8' });
  const [damaged, names] = JSON.parse(told) as [string | null, string[]];
  expect(damaged).toBeNull();
  return { name: download.suggestedFilename(), names: names.toSorted() };
}

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

test('a folder is downloaded as one archive with everything in it', async ({ page, desk }) => {
  await fill(page, desk);
  await cell(page, 'Álbum 写真').click({ button: 'right' });
  const { name, names } = await saved(page, page.getByRole('menuitem', { name: 'Download', exact: true }));
  expect(name).toBe('Álbum 写真.zip');
  expect(names).toEqual(
    [
      'Álbum 写真/',
      'Álbum 写真/São João/',
      'Álbum 写真/São João/富士山 🏔️.txt',
      'Álbum 写真/plan.txt',
      'Álbum 写真/vazia/',
    ].toSorted(),
  );
});

test('a folder and a file are one archive, called by the folder that they are in', async ({ page, desk }) => {
  await fill(page, desk);
  await cell(page, 'beside\\.txt').click();
  await cell(page, 'Álbum 写真').click({ modifiers: ['ControlOrMeta'] });
  await expect(bar(page)).toContainText('2 selected');
  const { name, names } = await saved(page, bar(page).getByRole('button', { name: 'Download', exact: true }));
  expect(name).toBe(`${desk.name} – 3 files.zip`);
  expect(names).toContain('beside.txt');
  expect(names).toContain('Álbum 写真/plan.txt');
});

test('all of a folder is downloaded, also what the list had not loaded', async ({ page, desk }) => {
  test.setTimeout(300_000);
  const files = Array.from({ length: 104 }, (_, index) => `part ${String(index).padStart(3, '0')}.dat`);
  const data = (name: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from([0, 255, 1]) });
  await uploadTo(page, desk, files.map(data));
  await cell(page, 'part 000').click();
  await bar(page).getByRole('button', { name: 'Select all 104' }).click();
  const { name, names } = await saved(
    page,
    bar(page).getByRole('button', { name: 'Download', exact: true, disabled: false }),
  );
  expect([name, names]).toEqual([`${desk.name} – 104 files.zip`, files]);
});
