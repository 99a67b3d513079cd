import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { readyToDrag } from '../stage/drag.ts';
import { test } from '../stage/test.ts';
import { takeBack, told } from '../stage/told.ts';
import { cell, fill, names } from '../stage/tree.ts';

/** Drags with the mouse, and holds Ctrl before it is released. */
async function dragCopying(page: Page, from: Locator, to: Locator): Promise<void> {
  await readyToDrag(page);
  await from.hover();
  await page.mouse.down();
  await to.hover();
  await page.keyboard.down('Control');
  await to.hover({ position: { x: 20, y: 20 } });
  await page.mouse.up();
  await page.keyboard.up('Control');
}

test('a folder is copied by the dialog with what lies in it, and the banner takes it back', async ({ page, desk }) => {
  const folders = await fill(page, desk, { Source: ['plan.txt'], Target: [] });
  await cell(page, 'Source').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy Source' });
  await expectAccessible(page);
  await dialog.getByRole('list', { name: 'Choose a folder' }).getByRole('button', { name: 'Target' }).click();
  await dialog.getByRole('button', { name: 'Copy here' }).click();
  // So it says once the background action has ended.
  await expect(told(page, /Source was copied to Target\.|You copied .*to Target/)).toBeVisible();
  await expect(page.getByText('Open the folder').first()).toBeVisible();
  const target = folders.get('Target');
  await expect.poll(() => names(desk, target)).toEqual(['Source']);
  const [copy] = await desk.api.list(desk.appId, target ?? 0);
  await expect.poll(() => names(desk, copy?.node_id)).toEqual(['plan.txt']);
  expect(await names(desk, folders.get('Source'))).toEqual(['plan.txt']);
  await takeBack(page);
  await expect.poll(() => names(desk, target)).toEqual([]);
});

test('what is copied by keys is pasted, beside itself as a copy, and again elsewhere', async ({ page, desk }) => {
  const folders = await fill(page, desk, { Target: [], '': ['plan.txt'] });
  await cell(page, 'plan\\.txt').click();
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByText('1 entry is copied. Open a folder and press Ctrl+V.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(cell(page, 'Copy of plan\\.txt')).toBeVisible();
  await cell(page, 'Target').dblclick();
  await expect(page.getByRole('heading', { name: 'Target' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(cell(page, 'plan\\.txt')).toBeVisible();
  expect(await names(desk, folders.get('Target'))).toEqual(['plan.txt']);
});

test('with Ctrl held, what is dropped on a folder is copied, and other pages see it come', async ({
  page,
  desk,
  context,
}) => {
  const folders = await fill(page, desk, { Target: ['one.txt'], '': ['one.txt', 'two.txt'] });
  const other = await context.newPage();
  await other.goto(`/content/${desk.appId}/navigation/${folders.get('Target')}`);
  await expect(cell(other, 'one\\.txt')).toBeVisible();
  await dragCopying(page, cell(page, 'two\\.txt'), cell(page, 'Target'));
  await expect(cell(other, 'two\\.txt')).toBeVisible();
  await expect(cell(page, 'two\\.txt')).toBeVisible();
  await dragCopying(page, cell(page, 'one\\.txt'), cell(page, 'Target'));
  const dialog = page.getByRole('dialog', { name: 'Copy one.txt' });
  await expect(dialog.getByText('“one.txt” exists there')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Keep both: this one gets a number' }).check();
  await dialog.getByRole('button', { name: 'Copy here' }).click();
  await expect(cell(other, 'one \\(2\\)\\.txt')).toBeVisible();
  expect(await names(desk, desk.folder)).toEqual(['Target', 'one.txt', 'two.txt']);
});

test('what is pasted onto a name that exists becomes the next version of it', async ({ page, desk }) => {
  const folders = await fill(page, desk, { Target: ['plan.txt'], '': ['plan.txt'] });
  await cell(page, 'plan\\.txt').click();
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByText('1 entry is copied. Open a folder and press Ctrl+V.')).toBeVisible();
  await cell(page, 'Target').dblclick();
  await expect(page.getByRole('heading', { name: 'Target' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+v');
  const dialog = page.getByRole('dialog', { name: 'Copy plan.txt' });
  await expect(dialog.getByRole('button', { name: 'Copy here' })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Replace: it becomes the next version' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy here' }).click();
  await expect(told(page, /plan\.txt was copied to Target\.|You copied .*to Target/)).toBeVisible();
  expect(await names(desk, folders.get('Target'))).toEqual(['plan.txt']);
  await cell(page, 'plan\\.txt').click();
  await page.keyboard.press('i');
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('tab', { name: 'Versions' }).click();
  await expect(panel.getByRole('listitem').first()).toContainText('Version 2');
});

test('what failed of a copy is named in the bell with the reason, and tried again', async ({ page, desk }) => {
  const folders = await fill(page, desk, { Target: ['one.txt'], '': ['one.txt', 'two.txt'] });
  const target = folders.get('Target') ?? 0;
  const chosen = (await desk.api.list(desk.appId, desk.folder)).filter(({ name }) => name !== 'Target');
  const body = { node_ids: chosen.map(({ node_id }) => node_id), target_id: target };
  await desk.api.ask('POST', `/api/app/${desk.appId}/entry/copy`, body);
  await expect.poll(() => names(desk, target)).toEqual(['one.txt', 'two.txt']);
  const [inTheWay] = (await desk.api.list(desk.appId, target)).filter(({ name }) => name === 'one.txt');
  await desk.api.ask('PUT', `/api/app/${desk.appId}/entry/rename/${inTheWay?.node_id}`, { name: 'theirs.txt' });

  await page.getByRole('button', { name: /^Notices/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notices' });
  await panel.getByRole('tab', { name: /^In progress/ }).click();
  const retry = panel.getByRole('button', {
    name: `Retry failed: You copied 1 entry from ${desk.name} to Target`,
    exact: true,
  });
  await expect(retry).toBeVisible();
  // The newest comes first.
  await panel.getByRole('button', { name: 'Show what failed' }).first().click();
  const failed = panel.getByRole('list', { name: 'What failed' }).getByRole('listitem');
  await expect(failed).toHaveText('one.txtAnother entry has this name.');
  await expectAccessible(page);
  await retry.click();
  await expect.poll(() => names(desk, target)).toEqual(['one.txt', 'theirs.txt', 'two.txt']);
  await expect(retry).toBeHidden();
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a file is copied by its menu', async ({ page, desk }) => {
    const folders = await fill(page, desk, { Target: [], '': ['plan.txt'] });
    await cell(page, 'plan\\.txt')
      .getByRole('button', { name: /Actions/ })
      .tap();
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: 'Copy plan.txt' });
    await dialog.getByRole('list', { name: 'Choose a folder' }).getByRole('button', { name: 'Target' }).tap();
    await dialog.getByRole('button', { name: 'Copy here' }).tap();
    await expect.poll(() => names(desk, folders.get('Target'))).toEqual(['plan.txt']);
  });
});
