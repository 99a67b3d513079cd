import { expect, type Page } from '@playwright/test';
import { Api } from '../stage/api.ts';
import { expectAccessible } from '../stage/axe.ts';
import { text } from '../stage/files.ts';
import { type Desk, takeSession, test } from '../stage/test.ts';

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });
const menuOf = async (page: Page, name: string) => {
  await cell(page, name).click({ button: 'right' });
  return page.getByRole('menu');
};

async function fill(page: Page, desk: Desk): Promise<void> {
  await desk.api.makeFolder(desk.appId, desk.folder, 'Plans');
  await desk.api.store(desk.appId, desk.folder, text('plan.txt'));
  await page.goto(desk.path);
}

test('who locks a file goes on with it, and others see whose lock it is until it ends', async ({
  page,
  desk,
  browser,
}) => {
  await fill(page, desk);
  const context = await browser.newContext();
  const other = await context.newPage();
  await takeSession(other, await Api.signIn(desk.api.url, 'admin'));
  await other.goto(desk.api.url + desk.path);
  await expect(cell(other, 'plan\\.txt')).toBeVisible();

  await (await menuOf(page, 'plan\\.txt')).getByRole('menuitem', { name: 'Lock', exact: true }).click();
  await expect(page.getByText(/^plan\.txt is locked: others can neither look at it nor download it/)).toBeVisible();
  await expect(cell(page, 'plan\\.txt').getByTitle(/^Locked by you since \d\d:\d\d$/)).toBeVisible();
  await expectAccessible(page);

  await expect(cell(other, 'plan\\.txt').getByTitle(/^Locked by Marcos Lima since \d\d:\d\d$/)).toBeVisible();
  const theirs = await menuOf(other, 'plan\\.txt');
  await expect(theirs.getByRole('menuitem', { name: 'Unlock' })).toBeVisible();
  await expect(theirs.getByRole('menuitem', { name: /^Remove/ })).toBeVisible();
  await expect(
    theirs.getByText(/^Locked by Marcos Lima since .+ others can neither open nor download it/),
  ).toBeVisible();
  await expect(theirs.getByRole('menuitem', { name: /^Download/, disabled: true }).first()).toBeVisible();
  await expect(theirs.locator('[role=menuitem]:not([aria-disabled])')).toHaveCount(2);
  await other.keyboard.press('Escape');
  await expect(cell(other, 'plan\\.txt').getByText(/^Locked by Marcos Lima since/)).toBeVisible();
  await cell(other, 'plan\\.txt').dblclick();
  await expect(other.getByText(/^plan\.txt: Locked by Marcos Lima since/)).toBeVisible();
  await expectAccessible(other);

  // Its holder renames it.
  const own = await menuOf(page, 'plan\\.txt');
  await expect(own.getByRole('menuitem', { name: 'Lock', exact: true })).toBeHidden();
  await own.getByRole('menuitem', { name: 'Rename' }).click();
  const naming = page.getByRole('dialog');
  await naming.getByLabel('Name').fill('final.txt');
  await naming.getByRole('button', { name: 'Rename' }).click();
  await expect(cell(other, 'final\\.txt')).toBeVisible();

  await (await menuOf(other, 'final\\.txt')).getByRole('menuitem', { name: 'Unlock' }).click();
  await expect(cell(other, 'final\\.txt').getByTitle(/^Locked/)).toBeHidden();
  await expect(cell(page, 'final\\.txt').getByTitle(/^Locked/)).toBeHidden();
  await context.close();
});

test('the information says since when a folder is locked, and the banner takes the lock back', async ({
  page,
  desk,
}) => {
  await fill(page, desk);
  await (await menuOf(page, 'Plans')).getByRole('menuitem', { name: 'Lock', exact: true }).click();
  await expect(page.getByText(/^Plans is locked: others can look into it, but change nothing/)).toBeVisible();
  await cell(page, 'Plans').click();
  await page.keyboard.press('i');
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel.getByText(/^Locked by you since/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Plans is not locked any more.')).toBeVisible();
  await expect(panel.getByText(/^Locked by you/)).toBeHidden();
  await expect(cell(page, 'Plans').getByTitle(/^Locked/)).toBeHidden();
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a file is locked by its menu', async ({ page, desk }) => {
    await fill(page, desk);
    await cell(page, 'plan\\.txt')
      .getByRole('button', { name: /Actions/ })
      .tap();
    await page.getByRole('menuitem', { name: 'Lock', exact: true }).tap();
    await expect(cell(page, 'plan\\.txt').getByTitle(/^Locked by you/)).toBeVisible();
    await expectAccessible(page);
  });
});
