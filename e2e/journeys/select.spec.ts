import type { Page } from '@playwright/test';
import { png, text } from '../stage/files.ts';
import { type LargeServer, largeServer } from '../stage/large-server.ts';
import { expect, takeSession, test } from '../stage/test.ts';
import { takeBack } from '../stage/told.ts';
import { uploadTo } from '../stage/upload.ts';

const FILES = 5000;
let large: LargeServer;

test.describe('a folder of thousands', () => {
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    large = await largeServer(FILES);
  });

  test.afterAll(async () => {
    await large.stop();
  });

  const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
  const rest = async () => (await large.api.list(large.appId, large.folder)).map((entry) => entry.name);

  test('is selected as a whole from its end, too', async ({ page }) => {
    await takeSession(page, large.api, large.url);
    await page.goto(large.path);
    await page.getByRole('gridcell', { name: /^asset-0000000/ }).click();
    await page.keyboard.press('End');
    await expect(page.getByRole('gridcell', { name: /^asset-0004999/ })).toBeFocused();
    await expect(bar(page).getByRole('button', { name: 'Select all 5,000' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar(page)).toContainText('5,000 selected');
  });

  test('is selected as a whole, removed but for two, and taken back', async ({ page }) => {
    test.setTimeout(300_000);
    await takeSession(page, large.api, large.url);
    await page.goto(large.path);
    await page.getByRole('gridcell', { name: /^asset-0000000/ }).click();
    await expect(bar(page)).toContainText('1 selected');
    await bar(page).getByRole('button', { name: 'Select all 5,000' }).click();
    await expect(bar(page)).toContainText('5,000 selected');

    // What needs the entries themselves says why it waits.
    await bar(page).getByRole('button', { name: 'More actions' }).click();
    const several = page.getByRole('menuitem', { name: /^Rename/ });
    await expect(several).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await expect(several).toBeHidden();
    await page.keyboard.press('l');
    await expect(page.getByText('A link takes up to 200 entries.')).toBeVisible();
    await expect(bar(page).getByRole('button', { name: 'Information' })).toBeEnabled();

    // Of what is above the selection, Escape closes only the topmost.
    await page.getByRole('gridcell', { name: /^asset-0000003/ }).click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(bar(page)).toContainText('5,000 selected');

    for (const kept of ['asset-0000001', 'asset-0000002'])
      await page.getByRole('gridcell', { name: new RegExp(`^${kept}`) }).click({ modifiers: ['ControlOrMeta'] });
    await expect(bar(page)).toContainText('4,998 selected');

    const begun = Date.now();
    await page.keyboard.press('Delete');
    await expect(page.getByText('4,998 entries go to the bin.')).toBeVisible();
    await expect(page.getByRole('gridcell')).toHaveCount(2);
    await expect.poll(rest, { timeout: 120_000 }).toEqual(['asset-0000001.txt', 'asset-0000002.txt']);
    test.info().annotations.push({ type: 'removed after', description: `${Date.now() - begun} ms` });

    await takeBack(page);
    const all = async () =>
      (await large.api.ask<{ count: number }>('POST', `/api/app/${large.appId}/selection`, { parent_id: large.folder }))
        .count;
    await expect.poll(all, { timeout: 120_000 }).toBe(FILES);
    await page.reload();
    await expect(page.getByRole('gridcell', { name: /^asset-0000000/ })).toBeVisible();
  });
});

test('the menu of an entry lies on the screen, from its first item to its last', async ({ page, desk }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await uploadTo(page, desk, [png('one.png')]);
  const card = page.getByRole('gridcell', { name: /^one\.png/ });
  const menu = page.getByRole('menu', { name: 'Actions for one.png' });
  const items = menu.getByRole('menuitem');
  await card.hover();
  const at = await card.boundingBox();
  if (!at) throw new Error('the card is shown');
  const pointer = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
  await page.mouse.click(pointer.x, pointer.y, { button: 'right' });
  await expect(items.filter({ hasText: 'Remove' })).toBeVisible();
  await expect(items.first()).toBeInViewport({ ratio: 1 });
  await expect(items.last()).toBeInViewport({ ratio: 1 });
  expect(Math.abs(((await menu.boundingBox())?.x ?? 0) - pointer.x)).toBeLessThan(4);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  // Where even the screen is too low for it, it scrolls, and the keyboard takes it along.
  await page.setViewportSize({ width: 1280, height: 400 });
  await card.hover();
  await card.getByRole('button', { name: 'Actions for one.png' }).click();
  await expect(items.filter({ hasText: 'Remove' })).toHaveCount(1);
  await expect(menu).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('End');
  await expect(items.last()).toBeFocused();
  await expect(items.last()).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Home');
  await expect(items.first()).toBeInViewport({ ratio: 1 });
});

test('the box in the head of a list selects everything, and nothing', async ({ page, desk }) => {
  await uploadTo(page, desk, [png('one.png'), png('two.png'), png('three.png')]);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const box = page.getByRole('checkbox', { name: 'Select all' });
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(page.getByRole('row', { name: /three\.png/ })).toBeVisible();
  await box.check();
  await expect(bar).toContainText('3 selected');
  await page.getByRole('row', { name: /one\.png/ }).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar).toContainText('2 selected');
  await expect(box).toBeChecked({ indeterminate: true });
  await box.check();
  await expect(bar).toContainText('3 selected');
  await box.uncheck();
  await expect(bar).toBeHidden();
});

test('several are made favourites at once, and the banner takes it back', async ({ page, desk }) => {
  await uploadTo(page, desk, [png('one.png'), png('two.png'), png('three.png')]);
  const star = (name: string) => page.getByRole('button', { name: `Favourite: ${name}`, includeHidden: true });
  await page.getByRole('gridcell', { name: /^two\.png/ }).click();
  await page.keyboard.press('f');
  await expect(page.getByText('“two.png” is a favourite.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Favourite' }).click();
  for (const name of ['one.png', 'two.png', 'three.png'])
    await expect(star(name)).toHaveAttribute('aria-pressed', 'true');
  // Only those that were none before are taken back.
  await page.getByText('2 entries are favourites.').hover();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  for (const name of ['one.png', 'three.png']) await expect(star(name)).toHaveAttribute('aria-pressed', 'false');
  await expect(star('two.png')).toHaveAttribute('aria-pressed', 'true');
});

test('a star that the server did not hear of goes out again', async ({ page, desk }) => {
  await uploadTo(page, desk, [text('one.txt')]);
  await page.getByRole('gridcell', { name: /^one\.txt/ }).hover();
  const star = page.getByRole('button', { name: 'Favourite: one.txt' });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await page.context().setOffline(true);
  await star.click();
  await expect(page.getByText('No connection to the server. We will keep trying.')).toBeVisible();
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await page.context().setOffline(false);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a long press selects, taps select more, and a tap without a selection opens', async ({ page, desk }) => {
    await uploadTo(page, desk, [png('one.png'), png('two.png')]);
    const card = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });
    await expect(card('two.png')).toBeVisible();
    const bar = page.getByRole('region', { name: 'Selection' });
    const touch = await page.context().newCDPSession(page);
    const at = await card('one.png').boundingBox();
    if (!at) throw new Error('the card is shown');
    const point = { x: at.x + at.width / 2, y: at.y + 40 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await expect(bar).toContainText('1');
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(card('one.png')).toHaveAttribute('aria-selected', 'true');
    await card('two.png').tap();
    await expect(card('two.png')).toHaveAttribute('aria-selected', 'true');
    await bar.getByRole('button', { name: 'Clear the selection' }).tap();
    await expect(bar).toBeHidden();
    await card('two.png').tap();
    await expect(page.getByRole('dialog', { name: 'Preview of two.png' })).toBeVisible();
  });

  test('the menu of an entry is a sheet that selects nothing, and a tap beside it only closes it', async ({
    page,
    desk,
  }) => {
    await uploadTo(page, desk, [png('one.png')]);
    const card = page.getByRole('gridcell', { name: /^one\.png/ });
    await card.getByRole('button', { name: 'Actions for one.png' }).tap();
    const menu = page.getByRole('menu', { name: 'Actions for one.png' });
    await expect(menu.getByRole('menuitem', { name: 'Download', exact: true })).toBeVisible();
    const [sheet, screen] = [await menu.boundingBox(), page.viewportSize()];
    expect([sheet?.x, sheet?.width, (sheet?.y ?? 0) + (sheet?.height ?? 0)]).toEqual([0, 390, screen?.height]);
    await page.touchscreen.tap(195, 120);
    await expect(menu).toBeHidden();
    await expect(page.getByRole('region', { name: 'Selection' })).toBeHidden();
    await card.tap();
    await expect(page.getByRole('dialog', { name: 'Preview of one.png' })).toBeVisible();
    await page.goBack();
    await card.getByRole('button', { name: 'Actions for one.png' }).tap();
    await menu.getByRole('menuitem', { name: 'Information' }).tap();
    await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('one.png');
  });

  test('a swipe of a row removes it, a short one does not, and the banner brings it back', async ({ page, desk }) => {
    await uploadTo(page, desk, [png('one.png'), png('two.png')]);
    await page.getByRole('button', { name: 'List', exact: true }).click();
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    await expect(row('one.png')).toBeVisible();
    const touch = await page.context().newCDPSession(page);
    const swipe = async (name: string, by: number) => {
      const at = await row(name).boundingBox();
      if (!at) throw new Error('the row is shown');
      const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      for (let step = 1; step <= 5; step++) {
        const point = { x: x + (by * step) / 5, y };
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe('one.png', -60);
    await expect(row('one.png')).toBeVisible();
    await swipe('one.png', -140);
    await expect(row('one.png')).toBeHidden();
    await expect(row('two.png')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(row('one.png')).toBeVisible();
    const download = page.waitForEvent('download');
    await swipe('two.png', 140);
    expect((await download).suggestedFilename()).toBe('two.png');
    await page.getByRole('button', { name: 'Grid', exact: true }).click();
  });
});

test('an entry is removed without a question, and the banner brings it back', async ({ page, desk }) => {
  for (const name of ['First', 'Second'])
    await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, { folder_parent_id: desk.folder, name });
  const cell = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });
  await cell('First').click();
  await page.keyboard.press('Delete');
  await expect(cell('First')).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(cell('First')).toBeVisible();

  await cell('Second').click();
  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByLabel('Name').fill('Third');
  await page.keyboard.press('Enter');
  await expect(cell('Third')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(cell('Second')).toBeVisible();
});

test('the bin is searched, selected and restored at once', async ({ page, desk }) => {
  const mark = desk.name.slice(-8);
  for (const name of ['one', 'two', 'other']) {
    const body = { folder_parent_id: desk.folder, name: `${name} ${mark}` };
    const { node_id } = await desk.api.ask<{ node_id: number }>('POST', `/api/app/${desk.appId}/folder`, body);
    await desk.api.ask('DELETE', `/api/app/${desk.appId}/entry/${node_id}`);
  }
  await page.goto(`/content/${desk.appId}/bin`);
  await page.getByRole('searchbox', { name: 'Search the bin by name' }).fill(mark);
  await expect(page.getByRole('checkbox')).toHaveCount(3);
  await page.getByRole('checkbox', { name: `Select one ${mark}` }).click();
  await page.getByRole('button', { name: 'Select all 3' }).click();
  await page.getByRole('checkbox', { name: `Select other ${mark}` }).click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  const names = async () => (await desk.api.list(desk.appId, desk.folder)).map((entry) => entry.name);
  await expect.poll(names).toEqual([`one ${mark}`, `two ${mark}`]);
});
