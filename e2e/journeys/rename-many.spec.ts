import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { text } from '../stage/files.ts';
import { type Desk, test } from '../stage/test.ts';
import { takeBack, told } from '../stage/told.ts';

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });

/** Files in the folder of a journey, and its page with all of them selected. */
async function selectAll(page: Page, desk: Desk, files: readonly string[]): Promise<void> {
  for (const file of files) await desk.api.store(desk.appId, desk.folder, text(file));
  await page.goto(desk.path);
  await cell(page, '.*\\.txt').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  const selected = page.getByRole('region', { name: 'Selection' });
  await expect(selected).toContainText(`${files.length} selected`);
}

const names = async (desk: Desk) => (await desk.api.list(desk.appId, desk.folder)).map(({ name }) => name).toSorted();
const rows = (page: Page) => page.getByRole('list', { name: 'Names before and after' }).getByRole('listitem');

test('several are numbered by F2, and the banner takes it back', async ({ page, desk }) => {
  await selectAll(page, desk, ['a.txt', 'b.txt', 'c.txt']);
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Rename 3 entries' });
  await expect(dialog.getByRole('button', { name: 'Rename 0 entries' })).toBeDisabled();
  await dialog.getByLabel('New name').fill('Verão {n}');
  await dialog.getByLabel('Digits of the number').fill('2');
  await expect(rows(page)).toContainText([/a\.txt.*Verão 01\.txt/, /b\.txt.*Verão 02\.txt/, /c\.txt.*Verão 03\.txt/]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Rename 3 entries' }).click();
  await expect(told(page, /^(3 entries have new names\.|You renamed 3 entries)$/)).toBeVisible();
  await expect.poll(() => names(desk)).toEqual(['Verão 01.txt', 'Verão 02.txt', 'Verão 03.txt']);
  await expect(cell(page, 'Verão 02\\.txt')).toBeVisible();
  await takeBack(page);
  await expect.poll(() => names(desk)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  await expect(cell(page, 'b\\.txt')).toBeVisible();
});

test('names that are taken or not possible are marked before anything happens', async ({ page, desk }) => {
  await selectAll(page, desk, ['draft one.txt', 'draft two.txt', 'two.txt']);
  await cell(page, 'two\\.txt').click({ modifiers: ['ControlOrMeta'] });
  await cell(page, 'draft one\\.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename 2 entries' });
  await dialog.getByLabel('Find').fill('DRAFT ');
  await expect(dialog.getByRole('status')).toHaveText('1 new name · 1 exists already');
  await expect(rows(page).nth(1)).toContainText('Exists already, and is left out');
  await dialog.getByLabel('Put after').fill('?');
  await expect(dialog.getByRole('status')).toHaveText('0 new names · 2 names are not possible');
  await dialog.getByLabel('Put after').fill('');
  await dialog.getByRole('checkbox', { name: 'Keep both: this one gets a number' }).check();
  await expect(rows(page).nth(1)).toContainText('Exists already, and gets a number');
  await dialog.getByRole('button', { name: 'Rename 2 entries' }).click();
  await expect.poll(() => names(desk)).toEqual(['one.txt', 'two (2).txt', 'two.txt']);
});

test('what is numbered anew takes the names of its neighbours', async ({ page, desk }) => {
  await selectAll(page, desk, ['1.txt', '2.txt', '3.txt']);
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Rename 3 entries' });
  await dialog.getByLabel('New name').fill('{n}');
  await dialog.getByLabel('First number').fill('2');
  await expect(dialog.getByRole('status')).toHaveText('3 new names');
  await page.keyboard.press('Enter');
  await expect.poll(() => names(desk)).toEqual(['2.txt', '3.txt', '4.txt']);
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the selection is renamed from its bar', async ({ page, desk }) => {
    for (const file of ['a.txt', 'b.txt']) await desk.api.store(desk.appId, desk.folder, text(file));
    await page.goto(desk.path);
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(cell(page, 'b\\.txt')).toBeVisible();
    const touch = await page.context().newCDPSession(page);
    const at = await cell(page, 'a\\.txt').boundingBox();
    if (!at) throw new Error('the card is shown');
    const point = { x: at.x + at.width / 2, y: at.y + 40 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await expect(bar).toContainText('1');
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await cell(page, 'b\\.txt').tap();
    await bar.getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('menuitem', { name: 'Rename' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Rename 2 entries' });
    await dialog.getByLabel('Put before').fill('写真 ');
    await expect(rows(page).first()).toContainText('写真 a.txt');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Rename 2 entries' }).tap();
    await expect.poll(() => names(desk)).toEqual(['写真 a.txt', '写真 b.txt']);
  });
});
