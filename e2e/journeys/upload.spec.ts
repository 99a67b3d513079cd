import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { noise, noisyPng, png, type Sample, svg, text } from '../stage/files.ts';
import { type Desk, expect, test } from '../stage/test.ts';

async function choose(page: Page, files: Sample[]): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles(files);
}

async function download(desk: Desk, name: string): Promise<Buffer> {
  const entry = (await desk.api.list(desk.appId, desk.folder)).find((one) => one.name === name);
  const answer = await desk.api.call('GET', `/api/file/content/${entry?.node_id}?download=1`);
  return Buffer.from(await answer.arrayBuffer());
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('several files with awkward names arrive whole, and their previews come by themselves', async ({ page, desk }) => {
  const files = [
    png('São João — 100% & più.png'),
    png('#1 +½ %20.png'),
    svg('日本語 🎞.svg'),
    text("O'Brien's notes; v2 (final).final.txt"),
  ];
  await choose(page, files);
  for (const file of files) {
    const card = page.getByRole('gridcell', { name: file.name });
    await expect(card).toBeVisible();
    await expect(card.locator('img[data-loaded]')).toBeVisible({ timeout: 120_000 });
  }
  for (const file of files) expect(hash(await download(desk, file.name))).toBe(hash(file.buffer));
});

const trayOf = (page: Page) => page.getByRole('region', { name: 'Uploads' });

test('a file whose name is refused is uploaded by another name, and the others arrive', async ({ page, desk }) => {
  await choose(page, [text('why?.txt'), text('because.txt')]);
  await expect(page.getByRole('gridcell', { name: /^because\.txt/ })).toBeVisible();
  const tray = trayOf(page);
  await expect(tray.getByRole('heading', { name: desk.name })).toBeVisible();
  await expect(tray.getByText('1 of 2, 1 needs a new name')).toBeVisible();
  await expect(tray.getByText('The sign ? cannot be in a name.')).toBeVisible();

  // The open tray does not cover the bar of a selection.
  await page.getByRole('gridcell', { name: /^because\.txt/ }).click({ modifiers: ['Control'] });
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar.getByRole('button', { name: 'Remove' })).toBeVisible();
  for (const button of await bar.getByRole('button').all()) await button.click({ trial: true });
  await page.keyboard.press('Escape');

  const field = tray.getByRole('textbox', { name: 'New name for why?.txt' });
  await expect(field).toHaveValue('why');
  await field.fill('why: not');
  await expect(tray.getByText('The sign : cannot be in a name.')).toBeVisible();
  await expect(tray.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  await field.fill('why not');
  await field.press('Enter');
  await expect(page.getByRole('gridcell', { name: /^why not\.txt/ })).toBeVisible();
  await expect(tray.getByText('2 of 2')).toBeVisible();
  await tray.getByRole('button', { name: 'Close' }).click();
  await expect(tray).toHaveCount(0);
  const names = (await desk.api.list(desk.appId, desk.folder)).map((entry) => entry.name);
  expect(names).toEqual(['because.txt', 'why not.txt']);
});

test('what failed of twenty files stays after a reload and on another device, until it is answered', async ({
  page,
  desk,
  browser,
  baseURL,
}) => {
  const good = Array.from({ length: 18 }, (_, at) => png(`picture ${at + 1}.png`));
  await choose(page, [...good, text('a<b>.txt'), text('3:1.txt', 'three to one')]);
  const failed = '18 of 20, 2 need a new name';
  await expect(trayOf(page).getByText(failed)).toBeVisible();
  await expect(trayOf(page).getByText('The signs < and > cannot be in a name.')).toBeVisible();
  await page.reload();
  await expect(trayOf(page).getByText(failed)).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /^picture/ })).toHaveCount(18);

  const state = await page.context().storageState();
  const elsewhere = await browser.newContext({ storageState: state, ...(baseURL !== undefined && { baseURL }) });
  const device = await elsewhere.newPage();
  await device.goto(desk.path);
  const question = trayOf(device).getByRole('listitem').filter({ hasText: '3:1.txt' });
  const chooser = device.waitForEvent('filechooser');
  await question.getByRole('button', { name: 'Choose the file' }).click();
  await (await chooser).setFiles([text('3:1.txt', 'three to one')]);
  await expect(device.getByRole('gridcell', { name: /^3×1\.txt/ })).toBeVisible();
  expect((await download(desk, '3×1.txt')).toString()).toBe('three to one');

  await expect(trayOf(page).getByText('19 of 20, 1 needs a new name')).toBeVisible();
  await trayOf(page).getByRole('button', { name: 'Leave out a<b>.txt' }).click();
  await expect(trayOf(page)).toHaveCount(0);
  await expect(trayOf(device).getByText('a<b>.txt')).toHaveCount(0);
  await elsewhere.close();
});

test('questions of the tray leave other pages free, in one line that opens them', async ({ page, desk }) => {
  await choose(page, [png('one.png'), text('3:1.txt')]);
  const words = '1 of 2, 1 needs a new name';
  await expect(trayOf(page).getByText(words)).toBeVisible();
  await page.getByRole('link', { name: 'Favourites' }).first().click();
  const line = page.getByRole('button', { name: new RegExp(`^${desk.name}.*needs? a new name`) });
  await expect(line).toContainText(words);
  await expect(trayOf(page)).toBeHidden();
  await line.click();
  await expect(trayOf(page).getByText('The sign : cannot be in a name.')).toBeVisible();
  // Loaded anew far from its folder, it is one line again.
  await page.goto('/');
  await expect(line).toContainText(words);
  await expect(trayOf(page)).toBeHidden();
});

test('a picture is in its place before its bytes have arrived', async ({ page, desk, context }) => {
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
  await network.send('Network.emulateNetworkConditions', slow);
  const picture = noisyPng('wall.png');
  await choose(page, [picture]);
  const coming = page.getByRole('gridcell', { name: 'Uploading wall.png' });
  await expect(coming.locator('img')).toHaveAttribute('src', /^blob:/);
  await expect(coming).toContainText(/Uploading .* of /);
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  const card = page.getByRole('gridcell', { name: /^wall\.png/ });
  await expect(card.locator('img').first()).toBeVisible();
  await expect(coming).toHaveCount(0);
  expect((await desk.api.list(desk.appId, desk.folder)).map((entry) => entry.name)).toEqual(['wall.png']);
});

test('what is chosen while the server does not answer is uploaded when it is back', async ({ page, desk }) => {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  const files = await chooser;
  await page.context().setOffline(true);
  await files.setFiles([text('one.txt'), text('two.txt')]);
  await expect(page.getByText('The upload of 2 files begins when the server answers again.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('gridcell', { name: /^one\.txt/ })).toBeVisible();
  await expect.poll(async () => (await desk.api.list(desk.appId, desk.folder)).length).toBe(2);
});

test('a folder that is chosen keeps its shape', async ({ page, desk }, info) => {
  const root = info.outputPath('Campaign');
  mkdirSync(join(root, 'raw', 'more'), { recursive: true });
  for (const sample of [png('cover.png'), png('raw/one.png'), text('raw/more/readme.txt')])
    writeFileSync(join(root, sample.name), sample.buffer);

  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload a folder' }).click();
  await (await chooser).setFiles(root);
  await expect(page.getByRole('gridcell', { name: /^Campaign/ })).toBeVisible();
  await expect(trayOf(page).getByRole('heading', { name: 'Campaign' })).toBeVisible();
  await expect(trayOf(page).getByText('3 of 3')).toBeVisible();

  const names = async (folder: number) => (await desk.api.list(desk.appId, folder)).map((one) => one.name);
  const inside = async (folder: number, name: string) =>
    (await desk.api.list(desk.appId, folder)).find((one) => one.name === name)?.node_id ?? 0;
  const campaign = await inside(desk.folder, 'Campaign');
  const raw = await inside(campaign, 'raw');
  expect(await names(campaign)).toEqual(['raw', 'cover.png']);
  expect(await names(raw)).toEqual(['more', 'one.png']);
  expect(await names(await inside(raw, 'more'))).toEqual(['readme.txt']);
});

test('files dropped on the page are uploaded to the folder it shows', async ({ page, desk }) => {
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['dropped here'], 'dropped.txt', { type: 'text/plain' }));
    return transfer;
  });
  const target = page.getByRole('main');
  const move = (event: string) => target.dispatchEvent(event, { dataTransfer: dropped, bubbles: true });
  // A pointer moves on and on until the page shows where it would drop.
  await expect(async () => {
    for (const event of ['dragenter', 'dragover']) await move(event);
    await expect(page.getByText('Drop to upload to')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await move('drop');
  await expect(page.getByRole('gridcell', { name: /^dropped\.txt/ })).toBeVisible();
  expect((await download(desk, 'dropped.txt')).toString()).toBe('dropped here');
});

test('a name that is there already is asked about, and both are kept', async ({ page, desk }) => {
  await choose(page, [text('plan.txt', 'first')]);
  await expect(page.getByRole('gridcell', { name: /^plan\.txt/ })).toBeVisible();
  await choose(page, [text('plan.txt', 'second')]);
  await page.getByRole('dialog').getByRole('button', { name: 'Keep both' }).click();
  await expect(page.getByRole('gridcell', { name: /^plan/ })).toHaveCount(2);
  expect((await download(desk, 'plan.txt')).toString()).toBe('first');
});

test('a large upload goes on where a cut connection left it', async ({ page, context, desk }) => {
  const file = noise('long.bin', 45_000_000);
  const sent: { method: string; offset: number }[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/api/file/upload')) return;
    sent.push({ method: request.method(), offset: Number(request.headers()['upload-offset']) });
  });
  const network = await context.newCDPSession(page);
  const line = (offline: boolean) =>
    network.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 12_000_000,
    });
  await network.send('Network.enable');
  await line(false);
  await choose(page, [file]);

  await expect.poll(() => sent.filter(({ method }) => method === 'PATCH').length, { timeout: 120_000 }).toBe(2);
  await line(true);
  await expect(page.getByText('Connection lost, trying again').first()).toBeVisible();
  await line(false);

  // Until it has arrived, its place is called "Uploading long.bin".
  await expect(page.getByRole('gridcell', { name: /^long\.bin/ })).toBeVisible({ timeout: 45_000 });
  expect(sent.some(({ method }) => method === 'HEAD')).toBe(true);
  expect(sent.filter(({ method, offset }) => method === 'PATCH' && offset === 0)).toHaveLength(1);
  expect(hash(await download(desk, file.name))).toBe(hash(file.buffer));
});

test('what runs survives a reload of the page in the list of the bell', async ({ page, desk }) => {
  await choose(page, [png('kept.png')]);
  await expect(page.getByRole('gridcell', { name: /^kept\.png/ })).toBeVisible();
  await page.goto(desk.path);
  await page.getByRole('button', { name: /^Notices/ }).click();
  await page.getByRole('tab', { name: /^In progress/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notices' })).toContainText('kept.png');
});
