import type { Page } from '@playwright/test';
import type { Api } from '../stage/api.ts';
import { png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';

type Covers = { items: { pictures: unknown[] }[] };

/** Waits until this many pictures of a folder are drawn: those of the demonstration come first. */
async function drawn(api: Api, appId: number, folder: number, wanted: number): Promise<void> {
  const pictures = async () => {
    const path = `/api/app/${appId}/rendition/covers?node_ids=${folder}&pictures=${wanted}`;
    return (await api.ask<Covers>('GET', path)).items[0]?.pictures.length;
  };
  await expect.poll(pictures, { timeout: 240_000 }).toBe(wanted);
}

/** Uploads pictures into the folder that is open. */
async function upload(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles(names.map((name, at) => png(name, 320 + at, 240)));
  for (const name of names) await expect(page.getByRole('gridcell', { name: new RegExp(`^${name}`) })).toBeVisible();
}

test('a folder shows pictures of what is in it, and the one that was chosen first', async ({ page, desk }) => {
  const folder = { folder_parent_id: desk.folder, name: 'Covered' };
  const made = await desk.api.ask<{ node_id: number }>('POST', `/api/app/${desk.appId}/folder`, folder);
  const card = page.getByRole('gridcell', { name: /^Covered/ });
  await expect(card).toBeVisible();
  await expect(card.locator('img')).toHaveCount(0);

  await card.dblclick();
  await upload(page, 'first.png', 'second.png', 'third.png', 'fourth.png');
  await drawn(desk.api, desk.appId, made.node_id, 4);
  const entries = await desk.api.list(desk.appId, made.node_id);
  const first = entries.find(({ name }) => name === 'first.png')?.node_id;

  await page.goto(desk.path);
  const pictures = card.locator('img[data-loaded]');
  await expect(pictures).toHaveCount(3);

  await card.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Choose cover' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cover of Covered' });
  await expect(dialog.getByRole('button', { name: 'Newest pictures' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: 'first.png' }).click();
  await expect(dialog).toBeHidden();
  await expect(pictures.first()).toHaveAttribute('src', new RegExp(`/preview/${first}\\?`));
  await page.reload();
  await expect(pictures.first()).toHaveAttribute('src', new RegExp(`/preview/${first}\\?`));

  // From the file itself, and back to the newest.
  await card.dblclick();
  await page.getByRole('gridcell', { name: 'second.png' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Use as cover of the folder' }).click();
  await expect(page.getByText('second.png is the cover of its folder now.')).toBeVisible();
  await page.goto(desk.path);
  const second = entries.find(({ name }) => name === 'second.png')?.node_id;
  await expect(pictures.first()).toHaveAttribute('src', new RegExp(`/preview/${second}\\?`));
  await card.getByRole('button', { name: 'Actions for Covered' }).click();
  await page.getByRole('menuitem', { name: 'Choose cover' }).click();
  await expect(dialog.getByRole('button', { name: 'second.png' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: 'Newest pictures' }).click();
  await expect(dialog).toBeHidden();
  await card.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Choose cover' }).click();
  await expect(dialog.getByRole('button', { name: 'Newest pictures' })).toHaveAttribute('aria-pressed', 'true');
});

test('a guest begins in the folder that was shared, and sees its pictures wherever they pass', async ({
  page,
  enterAs,
}) => {
  const api = await enterAs('partner');
  const appId = await api.contentApp();
  const { items } = await api.ask<{ items: { node_id: number }[] }>('GET', `/api/app/${appId}/repository`);
  await drawn(api, appId, items[0]?.node_id ?? 0, 3);
  await page.goto('/');
  await expect(page).toHaveURL(/\/content\/\d+\/navigation\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Retail & POS' })).toBeVisible();
  await expect(page.getByRole('gridcell').locator('img[data-loaded]').first()).toBeVisible();

  await page.goto(`/content/${appId}/navigation/home`);
  const repository = page.getByRole('main').getByRole('listitem').first();
  await expect(repository.locator('img[data-loaded]')).toHaveCount(3);
  await repository.getByRole('link').click();
  await expect(page.getByRole('gridcell', { name: /^Retail & POS/ }).locator('img[data-loaded]')).toHaveCount(3);

  // Home is there for who asks for it.
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(/\/\?appId=\d+$/);
});
