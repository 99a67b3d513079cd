import type { Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';

type Recents = { items: { node_id: number; name: string; preview: { pages: number | null } }[] };

/** Uploads pictures into the folder that is open; what they look like does not matter here. */
async function upload(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles(names.map((name) => png(name)));
  for (const name of names) await expect(page.getByRole('button', { name: `Favourite: ${name}` })).toBeAttached();
}

test('home goes on where one was, and has what one gave a star', async ({ page, desk }) => {
  await upload(page, 'sand.png', 'sea.png');
  const card = page.getByRole('gridcell', { name: /^sea\.png/ });
  await card.hover();
  await card.getByRole('button', { name: 'Favourite: sea.png' }).click();
  await expect(card.getByRole('button', { name: 'Favourite: sea.png' })).toHaveAttribute('aria-pressed', 'true');
  await expect(card, 'the star does not select the card').toHaveAttribute('aria-selected', 'false');
  const visited = page.waitForResponse((answer) => answer.url().includes('/home/visit/') && answer.ok());
  await card.dblclick();
  await visited;
  const viewer = page.getByRole('dialog', { name: 'Preview of sea.png' });
  await expect(viewer.getByRole('button', { name: 'Favourite: sea.png' })).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/');
  const strip = page.getByRole('region', { name: 'Continue' });
  await expect(strip.getByRole('link', { name: desk.name })).toBeVisible();
  const latest = page.getByRole('region', { name: 'Latest in your folders' });
  await expect(latest).toBeVisible();
  await expect(latest.getByTitle('sand.png'), 'what one has uploaded oneself is no news').toHaveCount(0);
  const favourites = page.getByRole('region', { name: 'Favourites' });
  await favourites.getByRole('link', { name: 'sea.png' }).first().click();
  await expect(viewer).toBeVisible();

  // The star is taken away in one tab, and is gone in the other.
  const other = await page.context().newPage();
  await other.goto(`/content/${desk.appId}/favourites`);
  const kept = other.getByRole('gridcell', { name: /^sea\.png/ });
  await expect(kept).toBeVisible();
  await viewer.getByRole('button', { name: 'Favourite: sea.png' }).click();
  await expect(kept).toBeHidden();
  await other.getByRole('link', { name: 'Recents' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Recents' })).toBeVisible();
  await expect(other.getByRole('gridcell', { name: new RegExp(`^${desk.name}`) })).toBeVisible();
});

test('a partner finds what was shared, and nothing beside it', async ({ page, enterAs }) => {
  await enterAs('partner');
  await page.goto('/');
  await expect(page).toHaveURL(/\/navigation\/\d+$/);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  const shared = page.getByRole('region', { name: 'Shared with me' });
  await expect(shared.getByRole('listitem')).toHaveCount(1);
  await expect(shared).toContainText(/Retail & POS.*Ana Souza.*Reader/);
  await expect(page.getByRole('region', { name: 'Latest in your folders' })).toContainText('Retail & POS');
  await expect(page.getByText('Summer 2026')).toHaveCount(0);
});

test('what is removed is on home no more', async ({ page, desk, enterAs }) => {
  const folder = { folder_parent_id: desk.folder, name: 'Given to Julia' };
  const { node_id } = await desk.api.ask<{ node_id: number }>('POST', `/api/app/${desk.appId}/folder`, folder);
  const julia = await enterAs('regular');
  for (const path of ['visit', 'favourite'])
    await julia.call(path === 'visit' ? 'POST' : 'PUT', `/api/app/${desk.appId}/home/${path}/${node_id}`, {});
  await page.goto('/');
  const given = page.getByRole('link', { name: /^Given to Julia/ });
  await expect(page.getByRole('region', { name: 'Continue' }).filter({ has: given })).toBeVisible();
  await desk.api.call('DELETE', `/api/app/${desk.appId}/entry/${node_id}`);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Continue' })).toBeVisible();
  await expect(given).toHaveCount(0);
});

test('home reads well for everybody', async ({ page, enterAs }) => {
  const api = await enterAs('admin');
  const appId = await api.contentApp();
  // The demonstration is still being drawn when the journeys begin.
  const book = async () => {
    const { items } = await api.ask<Recents>('GET', `/api/app/${appId}/home/recent`);
    return items.find(({ name }) => name === 'Brand book 2026.pdf');
  };
  await expect.poll(async () => (await book())?.preview.pages, { timeout: 240_000 }).toBe(12);
  // Other journeys have opened folders since, as the same person.
  const visit = await api.call('POST', `/api/app/${appId}/home/visit/${(await book())?.node_id}`, { position: 5 });
  expect(visit.status).toBe(204);
  await page.goto('/');
  for (const name of ['Continue', 'Latest in your folders', 'Shared with me', 'Favourites'])
    await expect(page.getByRole('region', { name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Continue' })).toContainText('Page 5 of 12');
  await expectAccessible(page);
  await page.goto(`/content/${appId}/favourites`);
  await expect(page.getByRole('gridcell', { name: /^Silk 01/ })).toBeVisible();
  await expectAccessible(page);
});
