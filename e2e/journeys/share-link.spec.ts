import type { Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { text } from '../stage/files.ts';
import { type Desk, expect, test } from '../stage/test.ts';

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Share ${name}` });

/** A folder with a file, opened by somebody who may share it. */
async function folderToShare(page: Page, desk: Desk): Promise<void> {
  const folder = await desk.api.makeFolder(desk.appId, desk.folder, 'Press');
  await desk.api.store(desk.appId, folder, text('statement.txt'));
  await page.goto(desk.path);
}

test('a link with a password and an end is opened without an account, until it is revoked', async ({
  page,
  browser,
  context,
  desk,
  enterAs,
}) => {
  await enterAs('admin');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await folderToShare(page, desk);
  await cell(page, 'Press').click();
  await page.keyboard.press('l');
  const dialog = dialogOf(page, 'Press');
  await expect(dialog).toContainText('a folder with 1 entry and everything inside');
  await dialog.getByRole('button', { name: 'Options' }).click();
  await dialog.getByRole('textbox', { name: 'Ends on' }).fill('1 January 2020');
  await dialog.getByRole('textbox', { name: 'Ends on' }).press('Tab');
  await expect(dialog).toContainText('Not before');
  const next = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByRole('textbox', { name: 'Ends on' }).fill(next);
  await dialog.getByLabel('At', { exact: true }).fill('18:30');
  await dialog.getByRole('switch', { name: 'Ask for a password' }).click();
  await dialog.getByRole('button', { name: 'Suggest one' }).click();
  const password = await dialog.getByRole('textbox', { name: 'Password', exact: true }).inputValue();
  expect(password).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make and copy a link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/\/l\/[0-9a-f]{32}$/);
  const row = dialog.getByRole('listitem');
  await expect(row).toContainText('18:30');
  await expect(row).toContainText('with a password');
  await expect(row).toContainText(password);

  const stranger = await browser.newContext();
  const outside = await stranger.newPage();
  await outside.goto(address);
  await expect(outside.getByRole('heading', { name: 'A password opens this link' })).toBeVisible();
  await expect(outside.getByText('Press')).toBeHidden();
  await outside.getByLabel('Password', { exact: true }).fill(password);
  await outside.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(outside.getByRole('heading', { level: 1, name: 'Press' })).toBeVisible();
  await expect(outside.getByText('statement.txt').first()).toBeVisible();

  await dialog.getByRole('button', { name: 'Actions for the link Press' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await dialog.getByRole('region', { name: 'Revoke' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('The link is revoked.')).toBeVisible();
  await expect(row).toContainText('Revoked');
  await outside.reload();
  await expect(outside.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
  await expect(outside.getByText('Press')).toBeHidden();
  await stranger.close();
});

test('one has a page of all links, and an entry tells its own', async ({ page, desk, enterAs }) => {
  const api = await enterAs('admin');
  await folderToShare(page, desk);
  const [folder] = await desk.api.list(desk.appId, desk.folder);
  const label = `For the press ${desk.name}`;
  await api.ask('POST', `/api/app/${desk.appId}/link`, { node_ids: [folder?.node_id], label });
  await cell(page, 'Press').click();
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('region', { name: 'Links' })).toContainText(label);

  await page.goto(`/content/${desk.appId}/links`);
  await page.getByRole('searchbox', { name: 'Search by title or name' }).fill(label);
  const row = page.getByRole('list', { name: 'My links' }).getByRole('listitem');
  await expect(row).toContainText(label);
  await expectAccessible(page);
  await row.getByRole('button', { name: `Actions for the link ${label}` }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  await row.getByRole('switch', { name: /^View only/ }).click();
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The link is changed.')).toBeVisible();
  await expect(row).toContainText('view only');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a link is made without the page becoming wider', async ({ page, context, desk, enterAs }) => {
    await enterAs('admin');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await folderToShare(page, desk);
    await page.getByRole('button', { name: 'Actions for Press' }).tap();
    await page.getByRole('menuitem', { name: 'Share' }).tap();
    const dialog = dialogOf(page, 'Press');
    await dialog.getByRole('button', { name: 'Options' }).tap();
    await expect(dialog.getByLabel('Allowed IP addresses')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Make and copy a link' }).tap();
    await expect(page.getByText('Link copied')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Address of the link' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
