import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleBySystem } from '../stage/axe.ts';
import { png, text } from '../stage/files.ts';
import { type Desk, expect, test } from '../stage/test.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } as const;
const namesIn = async ({ api, appId, folder }: Desk) => (await api.list(appId, folder)).map(({ name }) => name);

/** The list of what waits in the folder that is open. */
async function receivedFiles(page: Page) {
  await page.getByRole('button', { name: /\d received files?$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Received files' });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  return dialog;
}

test('a link asks a stranger for files; one that comes is accepted, and another rejected', async ({
  page,
  browser,
  context,
  desk,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Ask for files' }).click();
  const ask = page.getByRole('dialog', { name: `Ask for files for ${desk.name}` });
  await ask.getByLabel('Title').fill('Photos of the feast');
  await ask.getByLabel('Message').fill('Everything from Saturday, please.');
  await ask.getByRole('button', { name: 'Options' }).click();
  await ask.getByRole('button', { name: 'Pictures' }).click();
  await ask.getByLabel('Maximum number of files').fill('5');
  await expectAccessible(page);
  await ask.getByRole('button', { name: 'Make and copy a link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await expect(ask.getByRole('listitem')).toContainText('0 of 5 files received');
  await page.keyboard.press('Escape');

  const stranger = await browser.newContext(phone);
  const outside = await stranger.newPage();
  await outside.goto(address);
  await expect(outside.getByRole('heading', { level: 1, name: 'Photos of the feast' })).toBeVisible();
  await expect(outside.getByText('Everything from Saturday, please.')).toBeVisible();
  await expect(outside.getByText(desk.name)).toBeHidden();
  await outside.getByLabel('Your name').fill('Rui Prado');
  const files = [png('fogueira.png'), png('blurred.png', 80, 60), text('notes.txt')];
  const chooser = outside.waitForEvent('filechooser');
  await outside.getByRole('button', { name: 'Choose files' }).tap();
  await (await chooser).setFiles(files);
  const rows = outside.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'notes.txt' })).toContainText('This link takes only gif, heic, jpeg, jpg, png');
  await expectAccessibleBySystem(outside);
  expect(await outside.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await outside.getByRole('button', { name: 'Send 2 files' }).tap();
  for (const name of ['fogueira.png', 'blurred.png']) {
    await expect(rows.filter({ hasText: name })).toContainText('Sent');
  }
  await outside.getByRole('button', { name: 'Remove notes.txt' }).tap();
  await expect(outside.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  await expectAccessibleBySystem(outside);
  expect(await namesIn(desk)).toEqual([]);

  await page.reload();
  await page.mouse.move(200, 200);
  // The tray of an upload of one's own does not cover what waits.
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const own = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await own).setFiles([text('own.txt')]);
  await expect(page.getByRole('region', { name: 'Uploads' })).toBeVisible();
  const dialog = await receivedFiles(page);
  const row = dialog.getByRole('listitem').filter({ hasText: 'fogueira.png' });
  await expect(row).toContainText('from Rui Prado · by the link “Photos of the feast”');
  await expect.poll(() => row.locator('img').count(), { timeout: 120_000 }).toBe(1);
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Accept fogueira.png' }).click();
  await expect(page.getByText('1 file is in the folder now.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Reject blurred.png' }).click();
  await page.getByRole('dialog', { name: 'Reject 1 file?' }).getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByText('Nothing waits here any more.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { name: /^fogueira/ })).toBeVisible();
  expect(await namesIn(desk)).toEqual(['fogueira.png', 'own.txt']);

  await outside.getByRole('button', { name: 'Send more files' }).tap();
  await expect(outside.getByText(/3 files, .+ at most/)).toBeVisible();
  await stranger.close();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('a received file whose name is taken becomes the next version of what is there', async ({
    page,
    browser,
    desk,
  }) => {
    const { api, appId, folder } = desk;
    await api.store(appId, folder, text('plan.txt', 'Before'));
    const wanted = { node_ids: [folder], label: 'Plans', request: {} };
    const { url } = await api.ask<{ url: string }>('POST', `/api/app/${appId}/link`, wanted);
    const stranger = await browser.newContext();
    const outside = await stranger.newPage();
    await outside.goto(url);
    await outside.getByLabel('Your name').fill('Rui Prado');
    await outside.getByLabel('Choose files').setInputFiles([text('plan.txt', 'After')]);
    await outside.getByRole('button', { name: 'Send 1 file' }).click();
    await expect(outside.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await stranger.close();

    await page.goto(`${desk.path}#received`);
    await page.mouse.move(200, 300);
    const dialog = page.getByRole('dialog', { name: 'Received files' });
    await expect(dialog.getByText('The folder already has something with this name.')).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await dialog.getByRole('button', { name: 'Accept all' }).tap();
    await page.getByRole('dialog', { name: '1 name is taken' }).getByRole('button', { name: 'Replace' }).tap();
    await expect(dialog.getByText('Nothing waits here any more.')).toBeVisible();
    const [plan] = await api.list(appId, folder);
    const bytes = await api.call('GET', `/api/file/content/${plan?.node_id}`);
    expect(await bytes.text()).toBe('After');
    expect(await namesIn(desk)).toEqual(['plan.txt']);
  });
});
