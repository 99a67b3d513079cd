import { expect, type Page } from '@playwright/test';
import type { Api } from '../stage/api.ts';
import { expectAccessible } from '../stage/axe.ts';
import { readyToDrag } from '../stage/drag.ts';
import { text } from '../stage/files.ts';
import { type Desk, test } from '../stage/test.ts';
import { takeBack, told } from '../stage/told.ts';
import { cell, names } from '../stage/tree.ts';

/** Where the admin of the demonstration writes, too. */
const OTHER = 'Archive';

const isMoved = (page: Page, name: string, folder: string) =>
  expect(
    told(page, new RegExp(`${RegExp.escape(name)} was moved to ${folder}\\.|You moved .*to ${folder}`)),
  ).toBeVisible();

/** The other repository, and a folder there that belongs to one journey. */
async function otherFolder(desk: Desk, admin: Api, name: string): Promise<{ repository: number; folder: number }> {
  type Repositories = { items: { node_id: number; title: string }[] };
  const { items } = await admin.ask<Repositories>('GET', `/api/app/${desk.appId}/repository`);
  const repository = items.find(({ title }) => title === OTHER)?.node_id;
  if (repository === undefined) throw new Error('the demonstration has two repositories');
  return { repository, folder: await admin.makeFolder(desk.appId, repository, name) };
}

/** Which nodes the files of a folder are, and what is in them, by name. */
async function filesOf(api: Api, appId: number, folder: number): Promise<Record<string, [number, string]>> {
  const files: Record<string, [number, string]> = {};
  for (const { node_id, name } of await api.list(appId, folder))
    files[name] = [node_id, await (await api.call('GET', `/api/file/content/${node_id}`)).text()];
  return files;
}

/** How the acts have ended, or not, by which the node was moved and taken back. */
async function actsOn(api: Api, node: number): Promise<string[]> {
  type Acts = { items: { node_id: number | null; status: string }[] };
  const { items } = await api.ask<Acts>('GET', '/api/core/background-action');
  return items.filter(({ node_id }) => node_id === node).map(({ status }) => status);
}

/** Goes from the folder of a journey to one of the other repository, in the dialog that asks where. */
async function chooseThere(page: Page, name: string, folder: string) {
  const dialog = page.getByRole('dialog', { name: `Move ${name}` });
  await expect(dialog.getByText('It is in this folder already.')).toBeVisible();
  const up = dialog.getByRole('button', { name: 'Up' });
  await up.click();
  await expect(dialog.getByRole('heading', { name: 'Marketing library' })).toBeVisible();
  await up.click();
  await expect(up).toBeDisabled();
  const choices = dialog.getByRole('list', { name: 'Choose a folder' });
  await choices.getByRole('button', { name: OTHER, exact: true }).click();
  await choices.getByRole('button', { name: folder }).click();
  await expect(dialog.getByRole('heading', { name: folder })).toBeVisible();
  await expect(dialog.getByText(/^This is another repository\. .* are copied there/)).toBeVisible();
  return dialog;
}

test('a folder goes into another repository with its files, stays the same, and comes back', async ({
  page,
  desk,
  enterAs,
}) => {
  const admin = await enterAs('admin');
  const there = `Beside ${desk.name}`;
  const { folder: target } = await otherFolder(desk, admin, there);
  const name = 'Verão 100% & co. – فصل الصيف';
  const folder = await admin.makeFolder(desk.appId, desk.folder, name);
  for (const file of ["it's #1, [draft] {v2}; ~50%.txt", 'ação 🎞 (1).txt', 'تقرير.txt'])
    await admin.store(desk.appId, folder, text(file, `These are the words of ${file}`));
  const files = await filesOf(admin, desk.appId, folder);
  expect(Object.keys(files)).toHaveLength(3);

  await page.goto(desk.path);
  await cell(page, 'Verão').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click();
  const dialog = await chooseThere(page, name, there);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await isMoved(page, name, there);
  await expect(cell(page, 'Verão')).toBeHidden();
  expect((await admin.list(desk.appId, target)).map(({ node_id }) => node_id)).toEqual([folder]);
  expect(await filesOf(admin, desk.appId, folder)).toEqual(files);
  expect(await actsOn(admin, folder)).toEqual(['success']);

  await takeBack(page);
  await expect(cell(page, 'Verão')).toBeVisible();
  await expect.poll(() => actsOn(admin, folder)).toEqual(['success', 'success']);
  expect(await admin.list(desk.appId, target)).toEqual([]);
  expect((await admin.list(desk.appId, desk.folder)).map(({ node_id }) => node_id)).toEqual([folder]);
  expect(await filesOf(admin, desk.appId, folder)).toEqual(files);
});

test('a file is dropped on another repository in the tree, and comes back by cut and paste', async ({
  page,
  desk,
  enterAs,
}) => {
  const admin = await enterAs('admin');
  const { folder: target, repository } = await otherFolder(desk, admin, `Beside ${desk.name}`);
  const name = `${desk.name} 100% (1).txt`;
  await admin.store(desk.appId, desk.folder, text(name, 'These are its words'));
  const files = await filesOf(admin, desk.appId, desk.folder);
  await page.goto(desk.path);
  await readyToDrag(page);
  await cell(page, desk.name).dragTo(page.getByRole('treeitem', { name: OTHER, exact: true }));
  await isMoved(page, name, OTHER);
  await expect(cell(page, desk.name)).toBeHidden();

  await page.getByRole('treeitem', { name: OTHER, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: OTHER })).toBeVisible();
  await cell(page, desk.name).click();
  await page.keyboard.press('ControlOrMeta+x');
  await expect(page.getByText('1 entry is cut. Open a folder and press Ctrl+V.')).toBeVisible();
  await page.getByRole('treeitem', { name: desk.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: desk.name })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+v');
  await isMoved(page, name, desk.name);
  await expect(cell(page, desk.name)).toBeVisible();
  expect(await filesOf(admin, desk.appId, desk.folder)).toEqual(files);
  expect((await admin.list(desk.appId, repository)).map(({ node_id }) => node_id)).toContain(target);
  expect(await names({ ...desk, api: admin }, repository)).not.toContain(name);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the picker leads into another repository, and fits', async ({ page, desk, enterAs }) => {
    const admin = await enterAs('admin');
    const there = `Beside ${desk.name}, with a name that is longer than the screen of any phone is wide`;
    const { folder: target } = await otherFolder(desk, admin, there);
    const file = await admin.store(desk.appId, desk.folder, text('plan.txt'));
    await page.goto(desk.path);
    await cell(page, 'plan\\.txt')
      .getByRole('button', { name: /Actions/ })
      .tap();
    await page.getByRole('menuitem', { name: 'Move', exact: true }).tap();
    const dialog = await chooseThere(page, 'plan.txt', there);
    const move = dialog.getByRole('button', { name: 'Move here' });
    await expect(move).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
    await move.tap();
    await isMoved(page, 'plan.txt', there);
    await expect(cell(page, 'plan\\.txt')).toBeHidden();
    expect((await admin.list(desk.appId, target)).map(({ node_id }) => node_id)).toEqual([file]);
  });
});
