import { readFileSync } from 'node:fs';
import { noise, png } from '../stage/files.ts';
import { type OtherServer, otherServer } from '../stage/other-server.ts';
import { password, people } from '../stage/people.ts';
import { expect, test } from '../stage/test.ts';

let other: OtherServer;

test.beforeAll(async () => {
  other = await otherServer();
});

test.afterAll(async () => {
  await other.stop();
});

test('an instance on another server, of another site, is used there from the page', async ({ page, context }) => {
  test.setTimeout(300_000);
  const complaints: string[] = [];
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  const cookies = async () => {
    const there = await context.cookies(`${other.url}/api`);
    return there.map(({ name, sameSite, partitionKey }) => [name, sameSite, partitionKey]);
  };

  await page.goto(`${other.home}/login`);
  await page.getByLabel('E-mail').fill(people.manager);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(cookies).toEqual([['vitrine_bytes', 'None', 'http://127.0.0.1']]);

  const folder = await other.api.freshFolder(other.appId);
  await page.goto(`${other.home}/content/${other.appId}/navigation/${folder.id}`);
  const files = [png('shown.png'), noise('large.bin', 9_000_000)];
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles(files);
  for (const { name } of files) {
    await expect(page.getByRole('gridcell', { name: new RegExp(`^${name}`) })).toBeVisible();
  }

  const picture = page.getByRole('gridcell', { name: /^shown\.png/ }).locator('img[data-loaded]');
  const shown = async () => {
    await expect(picture).toBeVisible({ timeout: 200_000 });
    return await picture.evaluate((image: HTMLImageElement) => [new URL(image.src).origin, image.naturalWidth > 0]);
  };
  expect(await shown()).toEqual([other.url, true]);
  await page.reload();
  expect(await shown()).toEqual([other.url, true]);

  for (const file of files) {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: `Actions for ${file.name}` }).click();
    await page.getByRole('menuitem', { name: 'Download', exact: true }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe(file.name);
    expect(readFileSync(await download.path()).equals(file.buffer)).toBe(true);
  }

  const ofInstance = asked.filter(({ pathname }) => /^\/api\/(app|file)\//.test(pathname));
  expect(new Set(ofInstance.map(({ origin }) => origin))).toEqual(new Set([other.url]));
  const kinds = ofInstance.map(({ pathname }) => pathname.replaceAll(/\d+/g, 'N'));
  expect(kinds).toEqual(expect.arrayContaining(['/api/file/upload', '/api/file/content/N']));

  expect(complaints).toEqual([]);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect(await cookies()).toEqual([]);
});
