import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleBySystem } from '../stage/axe.ts';
import { pdf, png, text, wav } from '../stage/files.ts';
import { Share } from '../stage/share.ts';
import { test as base, expect } from '../stage/test.ts';
import { film } from '../stage/viewer.ts';

/** Visitors have no session: the page is theirs, and what they are sent is made without one. */
const test = base.extend<{ share: Share }>({
  share: async ({ server, sessions }, use) => use(await Share.begin(server.url, sessions)),
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const file = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files' }).getByRole('link', { name, exact: true });
const viewerOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Preview of ${name}` });

const READ = `import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(json.dumps([archive.testzip(), archive.namelist()]))`;

/** The path of what is saved by a click. */
async function saved(page: Page, button: Locator): Promise<{ name: string; path: string }> {
  const started = page.waitForEvent('download');
  await button.click();
  const download = await started;
  return { name: download.suggestedFilename(), path: await download.path() };
}

async function namesIn(path: string): Promise<string[]> {
  const [damaged, names] = JSON.parse(execFileSync('python3', ['-c', READ, path], { encoding: 'utf8' }));
  expect(damaged).toBeNull();
  return (names as string[]).toSorted();
}

/** Every picture in sight has come. */
async function expectPictures(page: Page, count: number): Promise<void> {
  const loaded = () =>
    page
      .getByRole('main')
      .locator('img')
      .evaluateAll(
        (all) => all.filter((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0).length,
      );
  await expect.poll(loaded).toBe(count);
}

test('a folder is looked at, walked into and taken along', async ({ page, share }) => {
  const inner = await share.api.makeFolder(share.appId, share.folder, 'São João');
  await share.store(inner, png('fogueira.png'));
  await share.store(share.folder, png('a.png', 640, 400), png('b.png'), text('c.txt'));
  const { url } = await share.link([share.folder], { label: 'Luz de Verão' });

  await page.goto(url);
  await expect(heading(page, 'Luz de Verão')).toBeVisible();
  await expect(page.getByText(/^Shared by Ana Souza · 4 files/)).toBeVisible();
  await expect(page.getByText(/^Ends on \d+ \w+ \d{4}$/)).toBeVisible();
  await expectAccessibleBySystem(page);

  await page.getByRole('link', { name: 'São João' }).click();
  await expect(heading(page, 'São João')).toBeFocused();
  await expectPictures(page, 1);
  const path = page.getByRole('navigation', { name: 'Path' });
  await expect(path.getByRole('link')).toHaveText([share.name]);
  await expectAccessibleBySystem(page);
  const part = await saved(page, page.getByRole('link', { name: 'Download all' }));
  expect(part.name).toBe('São João.zip');
  expect(await namesIn(part.path)).toContain('São João/fogueira.png');
  await page.goBack();
  await expect(heading(page, 'Luz de Verão')).toBeVisible();

  await file(page, 'a.png').click();
  await expect(viewerOf(page, 'a.png')).toBeVisible();
  await expect(viewerOf(page, 'a.png').getByRole('img', { name: 'a.png' })).toHaveJSProperty('complete', true);
  await expectAccessibleBySystem(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(viewerOf(page, 'c.txt').getByText('One line, and then another.')).toBeVisible();
  const shown = page.url();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(file(page, 'c.txt')).toBeFocused();
  await page.goto(shown);
  await expect(viewerOf(page, 'c.txt')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Choose files' }).click();
  await page.getByRole('checkbox', { name: 'Choose b.png' }).click();
  const bar = page.getByRole('region', { name: 'Chosen files' });
  const one = await saved(page, bar.getByRole('link', { name: 'Download' }));
  expect(one.name).toBe('b.png');
  expect(readFileSync(one.path).equals(png('b.png').buffer)).toBe(true);
  await page.getByRole('checkbox', { name: 'Choose São João' }).press('Space');
  await expectAccessibleBySystem(page);
  const several = await saved(page, bar.getByRole('link', { name: 'Download' }));
  expect(await namesIn(several.path)).toEqual(expect.arrayContaining(['b.png', 'São João/fogueira.png']));
  await bar.getByRole('button', { name: 'Cancel' }).click();
  const all = await saved(page, page.getByRole('link', { name: 'Download all' }));
  expect((await namesIn(all.path)).some((name) => name.endsWith('c.txt'))).toBe(true);
});

test('nothing is told before the password, and a right one opens until the browser is closed', async ({
  page,
  share,
}) => {
  const [id = 0] = await share.store(share.folder, png('secret name.png'));
  const { url } = await share.link([id], { password: 'a calm sea' });
  const told: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/link/')) told.push(await answer.text().catch(() => ''));
  });
  await page.goto(url);
  const field = page.getByLabel('Password');
  await expect(field).toBeFocused();
  await field.fill('a rough sea');
  await field.press('Enter');
  await expect(page.getByText('That is not the password.')).toBeVisible();
  await expectAccessibleBySystem(page);
  expect(await page.content()).not.toContain('secret');
  expect(told.join()).not.toContain('secret');

  await field.fill('a calm sea');
  await field.press('Enter');
  await expect(heading(page, 'secret name.png')).toBeVisible();
  await expectPictures(page, 1);
  await page.reload();
  await expect(heading(page, 'secret name.png')).toBeVisible();
  await expectAccessibleBySystem(page);
});

test('guessing is slowed, and said so', async ({ page, share }) => {
  const { url } = await share.link([share.folder], { password: 'a calm sea' });
  await page.goto(url);
  const field = page.getByLabel('Password');
  const slowed = page.getByText(/^Too many attempts\. Try again in \d+ seconds?\.$/);
  await expect(async () => {
    await field.fill('a guess');
    await field.press('Enter');
    await expect(slowed).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectAccessibleBySystem(page);
});

test('a film and a sound are played, and a PDF opens in a tab of its own', async ({ page, share }) => {
  await page.goto('/login');
  const files = [await film(page, 'a.webm'), wav('b.wav', 20), pdf('c.pdf', ['First', 'Last'])];
  await share.store(share.folder, ...files);
  const { url } = await share.link([share.folder]);
  await page.goto(url);
  await file(page, 'a.webm').click();
  const player = page.getByRole('dialog').locator('video');
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(160);
  await page.getByRole('button', { name: 'Next file' }).click();
  const sound = page.getByRole('dialog').locator('audio');
  await sound.evaluate((one: HTMLAudioElement) => {
    one.currentTime = 15;
  });
  await expect.poll(() => sound.evaluate((one: HTMLAudioElement) => one.currentTime)).toBeGreaterThan(14);
  await page.getByRole('button', { name: 'Next file' }).click();
  const open = page.getByRole('dialog').getByRole('link', { name: 'Open the PDF' });
  const bytes = await page.request.get((await open.getAttribute('href')) ?? '');
  expect([bytes.headers()['content-type'], (await bytes.body()).subarray(0, 5).toString()]).toEqual([
    'application/pdf',
    '%PDF-',
  ]);
  await expectAccessibleBySystem(page);
});

test('a link says what it does not offer, and is calm when it has ended', async ({ page, share }) => {
  const [id = 0] = await share.store(share.folder, png('a.png'), png('b.png'));
  const looked = await share.link([share.folder], { may_download: false });
  await page.goto(looked.url);
  await expect(page.getByText('To look at, not to download')).toBeVisible();
  await expectPictures(page, 2);
  await expect(page.getByRole('link', { name: /Download/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Choose files' })).toHaveCount(0);
  await expectAccessibleBySystem(page);

  const limited = await share.link([id], { download_limit: 2 });
  await page.goto(limited.url);
  await expect(page.getByText('2 downloads left')).toBeVisible();
  await saved(page, page.getByRole('link', { name: 'Download' }));
  await expect(page.getByText('1 download left')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 download left')).toBeVisible();

  await share.revoke(limited);
  await page.reload();
  await expect(heading(page, 'This link does not work any more')).toBeVisible();
  await expectAccessibleBySystem(page);
});

test('without a connection it says so, and goes on with it', async ({ page, share }) => {
  await share.store(share.folder, png('a.png'));
  const { url } = await share.link([share.folder]);
  await page.route('**/api/link/**', (route) => route.abort());
  await page.goto(url);
  await expect(heading(page, 'The page cannot be shown')).toBeVisible();
  await expectAccessibleBySystem(page);
  await page.unroute('**/api/link/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, share.name)).toBeVisible();
});

test.describe('in Portuguese', () => {
  test.use({ locale: 'pt-BR' });

  test('the page speaks the language of the browser', async ({ page, share }) => {
    await share.store(share.folder, png('a.png'));
    const { url } = await share.link([share.folder]);
    await page.goto(url);
    await expect(page.getByText(/^Compartilhado por Ana Souza · 1 arquivo/)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  /** A finger that moves from one place by so much. */
  async function swipe(page: Page, x: number, y: number, by: { x?: number; y?: number }): Promise<void> {
    const session = await page.context().newCDPSession(page);
    for (const [index, part] of [0, 0.25, 0.5, 0.75, 1].entries()) {
      const touchPoints = [{ x: x + part * (by.x ?? 0), y: y + part * (by.y ?? 0) }];
      await session.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints });
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await session.detach();
  }

  test('a folder is looked at and saved by touch', async ({ page, share }) => {
    const inner = await share.api.makeFolder(share.appId, share.folder, 'Inside');
    await share.store(share.folder, png('a.png', 640, 400), png('b.png'), png('c.png', 300, 400));
    const { url } = await share.link([share.folder], { label: 'Luz de Verão' });
    await page.goto(url);
    await expectPictures(page, 3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessibleBySystem(page);
    const save = page.getByRole('link', { name: /^Download all, / });
    expect((await save.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    const { path } = await saved(page, save);
    expect((await namesIn(path)).some((name) => name.endsWith('a.png'))).toBe(true);

    await file(page, 'a.png').tap();
    await expect(viewerOf(page, 'a.png')).toBeVisible();
    await swipe(page, 300, 400, { x: -200 });
    await expect(viewerOf(page, 'b.png')).toBeVisible();
    await swipe(page, 90, 400, { x: 200 });
    await expect(viewerOf(page, 'a.png')).toBeVisible();
    for (const fact of await viewerOf(page, 'a.png').locator('header dd').all())
      await expect(fact).toBeInViewport({ ratio: 1 });
    await expectAccessibleBySystem(page);
    await swipe(page, 195, 300, { y: 200 });
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.getByRole('link', { name: 'Inside' }).tap();
    await expect(page.getByText('There is nothing in this folder.')).toBeVisible();
    expect(page.url()).toContain(`folder=${inner}`);
    await page.goBack();
    await page.getByRole('button', { name: 'Choose files' }).tap();
    for (const name of ['a.png', 'c.png']) await page.getByRole('checkbox', { name: `Choose ${name}` }).tap();
    const bar = page.getByRole('region', { name: 'Chosen files' });
    await expect(bar).toContainText('2 chosen');
    const several = await saved(page, bar.getByRole('link', { name: 'Download' }));
    expect(await namesIn(several.path)).toEqual(['a.png', 'c.png']);
  });
});
