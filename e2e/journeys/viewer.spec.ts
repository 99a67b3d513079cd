import type { Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { uploadTo } from '../stage/upload.ts';
import { view, viewerOf } from '../stage/viewer.ts';

/** How far the list is scrolled. */
const scrolled = (page: Page) =>
  page.getByRole('grid').evaluate((grid) => {
    let element = grid.parentElement;
    while (element && getComputedStyle(element).overflowY !== 'auto') element = element.parentElement;
    return element?.scrollTop ?? -1;
  });

test('Back closes the preview, and brings a list back to its place and its loaded pages', async ({ page, desk }) => {
  const name = (index: number) => `Folder ${String(index).padStart(3, '0')}`;
  for (let index = 0; index < 130; index += 1) {
    const body = { folder_parent_id: desk.folder, name: name(index) };
    await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, body);
  }
  await uploadTo(page, desk, [png('photo.png')]);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const photo = page.getByRole('row', { name: /photo\.png/ });
  await page.getByRole('row', { name: name(0) }).hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1500);
      return await photo.isVisible();
    })
    .toBe(true);
  // The bar of the selection may cover the row's second click.
  await photo.click();
  await page.keyboard.press('Enter');
  await expect(viewerOf(page, 'photo.png')).toBeVisible();
  const place = await scrolled(page).catch(() => 0);
  await page.goBack();
  await expect(viewerOf(page, 'photo.png')).toBeHidden();
  await expect(photo).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => scrolled(page)).toBeGreaterThan(3000);
  await expect.poll(async () => Math.abs((await scrolled(page)) - place)).toBeLessThan(200);

  const before = await scrolled(page);
  await page.getByRole('row', { name: name(129) }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await page.goBack();
  await expect(photo).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(before);
  await page.reload();
  await expect(photo).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(before);
});

test('a folder that is opened from far down in another one begins at its top', async ({ page, desk }) => {
  const make = (parent: number, name: string) => desk.api.makeFolder(desk.appId, parent, name);
  const number = (index: number) => String(index).padStart(2, '0');
  for (let index = 0; index < 40; index += 1) await make(desk.folder, `Outer ${number(index)}`);
  const last = await make(desk.folder, 'Outer 40');
  for (let index = 0; index < 40; index += 1) await make(last, `Inner ${number(index)}`);
  await page.goto(desk.path);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('row', { name: 'Outer 00' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'Inner 00' })).toBeInViewport();
  expect(await scrolled(page)).toBe(0);
});

test('after a walk through many files the list is where the walk ended', async ({ page, desk }) => {
  await page.setViewportSize({ width: 1000, height: 600 });
  const last = 43;
  const name = (index: number) => `part ${String(index).padStart(2, '0')}.dat`;
  // There is no preview of these to wait for.
  const data = (index: number) => ({
    ...{ name: name(index), mimeType: 'application/octet-stream' },
    buffer: Buffer.from([0, 1, 2, 255, index]),
  });
  await uploadTo(
    page,
    desk,
    Array.from({ length: last + 1 }, (_, index) => data(index)),
  );
  const cell = (index: number) => page.getByRole('gridcell', { name: name(index) });
  await cell(0).click();
  await page.keyboard.press('Enter');
  for (let index = 0; index < 3; index += 1) {
    await expect(viewerOf(page, name(index))).toBeVisible();
    await page.keyboard.press('ArrowRight');
  }
  await expect(viewerOf(page, name(3))).toBeVisible();
  await page.keyboard.press('End');
  await expect(viewerOf(page, name(last))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewerOf(page, name(last))).toBeHidden();
  await expect(cell(last)).toBeFocused();
  await expect(cell(last)).toBeInViewport();
  await expect(cell(last)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected');
});

test('a link shows its file, also after a reload, and closes to the folder', async ({ page, desk }) => {
  const viewer = await view(page, desk, png('linked.png'));
  await page.reload();
  await expect(viewer.locator('img[data-loaded]').first()).toBeVisible();
  await viewer.getByRole('button', { name: 'Close the preview' }).click();
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(desk.path);
  await expect(page.getByRole('gridcell', { name: /^linked\.png/ })).toBeVisible();
});

test('Escape closes what is on top and nothing else', async ({ page, desk }) => {
  await uploadTo(page, desk, [png('top.png')]);
  const cell = page.getByRole('gridcell', { name: /^top\.png/ });
  await cell.click();
  await page.keyboard.press('Space');
  const viewer = viewerOf(page, 'top.png');
  await viewer.getByRole('button', { name: 'Actions for top.png' }).click();
  const rename = page.getByRole('menuitem', { name: 'Rename' });
  await expect(rename).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rename).toBeHidden();
  await expect(viewer).toBeVisible();
  await viewer.getByRole('button', { name: 'Actions for top.png' }).click();
  await rename.click();
  const dialog = page.getByRole('dialog', { name: 'Rename top.png' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(viewer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toBeVisible();
  await cell.click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Download', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Download', exact: true })).toBeHidden();
  await expect(bar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
});

test('the menu of the viewer has the keyboard, and Escape closes the viewer beside the list of access', async ({
  page,
  desk,
  enterAs,
}) => {
  const viewer = await view(page, desk, png('photo.png'));
  const address = page.url();
  await enterAs('admin');
  await page.goto(address);
  await viewer.getByRole('button', { name: 'Actions for photo.png' }).click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(viewer).toBeVisible();
  await page.keyboard.press('i');
  await viewer.getByRole('tab', { name: 'Access' }).click();
  await expect(viewer.getByRole('tabpanel')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
});
