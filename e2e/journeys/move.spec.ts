import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { readyToDrag } from '../stage/drag.ts';
import { test } from '../stage/test.ts';
import { takeBack, told } from '../stage/told.ts';
import { cell, fill, names } from '../stage/tree.ts';

const banner = (page: Page, words: string | RegExp) => page.getByText(words);

test('a file goes into a folder by the dialog, and the banner takes it back', async ({ page, desk }) => {
  const folders = await fill(page, desk, { Target: [], '': ['plan.txt'] });
  await cell(page, 'plan\\.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Move plan.txt' });
  await expect(dialog.getByText('It is in this folder already.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Move here' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('list', { name: 'Choose a folder' }).getByRole('button', { name: 'Target' }).click();
  await expect(dialog.getByText('No folders in here')).toBeVisible();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(banner(page, 'plan.txt is in Target now.')).toBeVisible();
  await expect(cell(page, 'plan\\.txt')).toBeHidden();
  await expect(cell(page, 'Target')).toContainText('1 entry');
  expect(await names(desk, folders.get('Target'))).toEqual(['plan.txt']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(cell(page, 'plan\\.txt')).toBeVisible();
  expect(await names(desk, folders.get('Target'))).toEqual([]);
});

test('a folder is found by its name, and a new one is made on the way', async ({ page, desk }) => {
  await fill(page, desk, { 'Autumn harvest': [], '': ['plan.txt'] });
  await cell(page, 'plan\\.txt').click();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Move plan.txt' });
  await dialog.getByRole('searchbox').fill('harvest autumn');
  await dialog
    .getByRole('button', { name: /^Autumn harvest/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'New folder' }).click();
  const naming = page.getByRole('dialog', { name: 'New folder' });
  await naming.getByLabel('Name').fill('Pears');
  await naming.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('heading', { name: 'Pears' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(banner(page, 'plan.txt is in Pears now.')).toBeVisible();
});

test('several are dragged onto a folder, and of a taken name both are kept', async ({ page, desk }) => {
  const folders = await fill(page, desk, { Target: ['one.txt'], '': ['one.txt', 'two.txt', 'three.txt'] });
  for (const name of ['one', 'two']) await cell(page, `${name}\\.txt`).click({ modifiers: ['ControlOrMeta'] });
  await readyToDrag(page);
  await cell(page, 'two\\.txt').dragTo(cell(page, 'Target'));
  const dialog = page.getByRole('dialog', { name: 'Move 2 entries' });
  await expect(dialog.getByText('“one.txt” exists there')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Keep both: this one gets a number' }).check();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(told(page, /2 entries were moved to Target\.|You moved .*to Target/)).toBeVisible();
  const target = folders.get('Target');
  await expect.poll(() => names(desk, target)).toEqual(['one (2).txt', 'one.txt', 'two.txt']);
  await expect(cell(page, 'one\\.txt')).toBeHidden();
  await expect(cell(page, 'three\\.txt')).toBeVisible();
  await takeBack(page);
  await expect.poll(() => names(desk, target)).toEqual(['one.txt']);
  await expect(cell(page, 'one\\.txt')).toBeVisible();
});

test('a file is dropped on the path and on the tree', async ({ page, desk }) => {
  const folders = await fill(page, desk, { Inner: ['plan.txt'], Other: [] });
  await page.goto(`/content/${desk.appId}/navigation/${folders.get('Inner')}`);
  await readyToDrag(page);
  await cell(page, 'plan\\.txt').dragTo(
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: desk.name }),
  );
  await expect(banner(page, `plan.txt is in ${desk.name} now.`)).toBeVisible();
  expect(await names(desk, desk.folder)).toEqual(['Inner', 'Other', 'plan.txt']);
  await page.goto(desk.path);
  await readyToDrag(page);
  await cell(page, 'plan\\.txt').dragTo(page.getByRole('treeitem', { name: 'Other' }));
  await expect(banner(page, 'plan.txt is in Other now.')).toBeVisible();
  expect(await names(desk, folders.get('Other'))).toEqual(['plan.txt']);
});

test('what is cut is pasted in another folder by keys', async ({ page, desk }) => {
  const folders = await fill(page, desk, { Target: [], '': ['plan.txt'] });
  await cell(page, 'plan\\.txt').click();
  await page.keyboard.press('ControlOrMeta+x');
  await expect(banner(page, '1 entry is cut. Open a folder and press Ctrl+V.')).toBeVisible();
  await cell(page, 'Target').dblclick();
  await expect(page.getByRole('heading', { name: 'Target' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(cell(page, 'plan\\.txt')).toBeVisible();
  expect(await names(desk, folders.get('Target'))).toEqual(['plan.txt']);
});

test('another page sees a moved file leave one folder and come into the other', async ({ page, desk, context }) => {
  const folders = await fill(page, desk, { Target: [], '': ['plan.txt'] });
  const other = await context.newPage();
  await other.goto(`/content/${desk.appId}/navigation/${folders.get('Target')}`);
  await expect(other.getByRole('heading', { name: 'Target' })).toBeVisible();
  const [file] = (await desk.api.list(desk.appId, desk.folder)).filter(({ name }) => name === 'plan.txt');
  await desk.api.ask('POST', `/api/app/${desk.appId}/entry/move/${file?.node_id}`, {
    target_id: folders.get('Target'),
  });
  await expect(cell(page, 'plan\\.txt')).toBeHidden();
  await expect(cell(other, 'plan\\.txt')).toBeVisible();
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a file goes into a folder by its menu', async ({ page, desk }) => {
    await fill(page, desk, { Target: [], '': ['plan.txt'] });
    await cell(page, 'plan\\.txt')
      .getByRole('button', { name: /Actions/ })
      .tap();
    await page.getByRole('menuitem', { name: 'Move', exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: 'Move plan.txt' });
    await dialog.getByRole('list', { name: 'Choose a folder' }).getByRole('button', { name: 'Target' }).tap();
    await dialog.getByRole('button', { name: 'Move here' }).tap();
    await expect(banner(page, 'plan.txt is in Target now.')).toBeVisible();
    await expect(cell(page, 'plan\\.txt')).toBeHidden();
  });
});
