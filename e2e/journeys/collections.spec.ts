import type { Page } from '@playwright/test';
import { Api } from '../stage/api.ts';
import { expectAccessible } from '../stage/axe.ts';
import { png, text } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { boxOf } from '../stage/viewer.ts';

type Listed = { items: { collection_id: number }[] };

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });
const grips = (page: Page) =>
  page.getByRole('list', { name: 'The order of the collection' }).getByRole('button', { name: /^Move / });
const chooseIn = async (page: Page, name: string, item: string) => {
  await cell(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
};

test('entries of two folders are gathered, put in order and taken out again', async ({ page, desk }) => {
  const title = `Spring ${desk.name}`;
  const other = await desk.api.makeFolder(desk.appId, desk.folder, 'Other');
  await desk.api.store(desk.appId, desk.folder, png('first.png', 640, 480));
  await desk.api.store(desk.appId, desk.folder, text('second.txt'));
  await desk.api.store(desk.appId, other, png('third.png', 480, 640));

  // A new one with one entry, and from another folder into the same.
  await page.goto(desk.path);
  await chooseIn(page, 'first\\.png', 'Add to collection');
  const adding = page.getByRole('dialog', { name: 'Add first.png to a collection' });
  await adding.getByRole('searchbox').fill(title);
  await expectAccessible(page);
  await adding.getByRole('button', { name: `New collection “${title}”` }).click();
  await expect(page.getByText(`first.png is in “${title}” now.`)).toBeVisible();
  await chooseIn(page, 'second\\.txt', 'Add to collection');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .click();
  await expect(page.getByText(`second.txt is in “${title}” now.`)).toBeVisible();
  await page.goto(`/content/${desk.appId}/navigation/${other}`);
  await chooseIn(page, 'third\\.png', 'Add to collection');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .click();
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText('3 entries')).toBeVisible();
  await expectAccessible(page);

  // By keyboard, and by dragging.
  await page.getByRole('button', { name: 'Put in order' }).click();
  await expect(grips(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Move third.png, 3 of 3' }).focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: 'Move third.png, 1 of 3' })).toBeFocused();
  await expectAccessible(page);
  const from = await boxOf(page.getByRole('button', { name: 'Move first.png, 2 of 3' }));
  const to = await boxOf(page.getByRole('listitem').filter({ hasText: 'second.txt' }));
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width - 8, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Move first.png, 3 of 3' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('gridcell')).toHaveText([/third\.png/, /second\.txt/, /first\.png/]);

  await chooseIn(page, 'second\\.txt', 'Remove from collection');
  await expect(cell(page, 'second\\.txt')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('gridcell')).toHaveText([/third\.png/, /first\.png/, /second\.txt/]);

  // It is one of the person's, and gone when it is deleted; its files are not.
  await page.getByRole('link', { name: 'Collections' }).last().click();
  await page
    .getByRole('list', { name: 'Collections' })
    .getByRole('link', { name: new RegExp(title) })
    .click();
  await page.getByRole('button', { name: `More for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete collection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete collection' }).click();
  await expect(page.getByRole('heading', { name: 'Collections', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(title) })).toBeHidden();
  await page.goto(desk.path);
  await expect(cell(page, 'first\\.png')).toBeVisible();
});

test('a member is shown only what they may see anyway, on a phone, too', async ({ page, desk, server, enterAs }) => {
  const title = `Shared ${desk.name}`;
  const file = await desk.api.store(desk.appId, desk.folder, text('kept.txt'));
  await desk.api.ask('POST', `/api/app/${desk.appId}/collection`, { title, node_ids: [file] });
  const { items } = await desk.api.ask<Listed>('GET', `/api/app/${desk.appId}/collection`);
  const id = items[0]?.collection_id;
  await page.goto(`/content/${desk.appId}/collections/${id}`);
  await page.getByRole('button', { name: 'Members' }).click();
  const dialog = page.getByRole('dialog', { name: `Members of ${title}` });
  await dialog.getByRole('combobox', { name: 'Group or person' }).fill('jul');
  await page.getByRole('option', { name: 'Júlia Mendes' }).click();
  await dialog.getByRole('button', { name: 'Share' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Role of Júlia Mendes' })).toBeVisible();
  await expectAccessible(page);

  // Who is no member does not find it, and a partner sees nothing of what is not theirs.
  const stranger = await Api.signIn(server.url, 'admin');
  expect((await stranger.call('GET', `/api/app/${desk.appId}/collection/${id}`)).status).toBe(404);

  await page.setViewportSize({ width: 390, height: 844 });
  await enterAs('regular');
  await page.goto(`/content/${desk.appId}/collections`);
  await page.getByRole('link', { name: new RegExp(title) }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText('kept.txt')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Put in order' })).toBeHidden();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
