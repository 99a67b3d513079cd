import { Api } from '../stage/api.ts';
import { expectAccessible } from '../stage/axe.ts';
import { emptyServer } from '../stage/empty-server.ts';
import { type Desk, expect, test } from '../stage/test.ts';

/** Makes folders of these names in the desk's. */
async function folders(desk: Desk, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, { folder_parent_id: desk.folder, name });
  }
}

const numbered = (count: number, letters: string) =>
  Array.from({ length: count }, (_, at) => `${letters[at % letters.length]} ${String(at).padStart(4, '0')}`);

test('the tree of folders opens by keys, leads to folders, and keeps what is open', async ({ page, desk }) => {
  await folders(desk, ['Inner one', 'Inner two']);
  await page.reload();
  const tree = page.getByRole('tree', { name: 'Folders of the library' });
  const own = tree.getByRole('treeitem', { name: desk.name });
  await expect(own).toHaveAttribute('aria-expanded', 'true');
  await page.goto('/');
  await expect(own).toHaveAttribute('aria-expanded', 'true');
  await own.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(own).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  const inner = tree.getByRole('treeitem', { name: 'Inner two' });
  await expect(inner).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(inner).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Inner two' })).toBeVisible();
  await expect(inner).toHaveAttribute('aria-current', 'page');
  await page.reload();
  await expect(inner).toHaveAttribute('aria-current', 'page');
  await expect(own).toHaveAttribute('aria-expanded', 'true');

  // A folder that is made shows in the tree at once.
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Deepest');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(tree.getByRole('treeitem', { name: 'Deepest' })).toBeVisible();
  await expectAccessible(page);
});

test('the bar has the organisation of the person, and the product stands at the foot of the drawer', async ({
  page,
  desk,
}) => {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Casa Lumen, home' })).toBeVisible();
  await expect(page).toHaveTitle(`${desk.name} · Casa Lumen`);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('img', { name: 'Vitrine' })).toBeVisible();
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^(data:image\/svg|.*logo)/);
  await menu.getByRole('link', { name: 'Bin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bin' })).toBeVisible();
});

test('name and tools stay while a folder is scrolled, and the path folds into them', async ({ page, desk }) => {
  await folders(desk, numbered(60, 'abc'));
  await page.reload();
  const header = page.getByRole('main').locator('header');
  const title = page.getByRole('heading', { level: 1, name: desk.name });
  await expect(title).toContainText(/60 (entries|folders)/);
  const whole = await header.boundingBox();
  await title.hover();
  await expect(title).toContainText('60 folders, changed today');
  await page.mouse.wheel(0, 1500);
  await expect(header).toHaveAttribute('data-compact', 'true');
  const bar = await page.getByRole('banner').boundingBox();
  const scrolled = await header.boundingBox();
  expect(scrolled?.height, 'nothing of the list moves').toBe(whole?.height);
  const seen = (scrolled?.y ?? 0) + (scrolled?.height ?? 0) - (bar?.height ?? 0);
  expect(seen).toBeGreaterThan(50);
  expect(seen).toBeLessThanOrEqual(97);
  await expect(title).toBeInViewport();
  await expect(page.getByRole('button', { name: 'New folder' })).toBeInViewport();
  await page.mouse.wheel(0, -3000);
  await expect(header).not.toHaveAttribute('data-compact', 'true');
});

test('columns of a list keep the width that somebody gave them', async ({ page, desk }) => {
  await page.setViewportSize({ width: 1680, height: 900 });
  await folders(desk, ['One']);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const row = page.getByRole('row', { name: /^One/ });
  await expect(row).toContainText('Marcos Lima');
  await expect(row).toContainText('Folder');
  const edge = page.getByRole('separator', { name: 'Width of the column Type' });
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 30));
  await page.reload();
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 30));
  await expectAccessible(page);
});

test('a long list has a rail of letters, and a jump loads that place', async ({ page, desk }) => {
  await folders(desk, numbered(620, 'amz'));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: desk.name })).toContainText(/620 (entries|folders)/);
  const rail = page.getByRole('slider', { name: 'Place in the list' });
  await expect(rail).toHaveAttribute('aria-valuetext', 'A');
  const lists: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/entry/list/')) lists.push(request.url());
  });
  await rail.focus();
  await page.keyboard.press('End');
  await expect(rail).toHaveAttribute('aria-valuetext', 'Z');
  await expect(page.getByRole('gridcell', { name: /^z 0002/ })).toBeVisible();
  expect(lists.length, 'the entries between are not loaded').toBeLessThanOrEqual(3);
  await page.keyboard.press('ArrowUp');
  await expect(rail).toHaveAttribute('aria-valuetext', 'M');
  await expect(page.getByRole('gridcell', { name: /^m 0001/ })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(page.getByRole('gridcell', { name: /^a 0000/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('row', { name: /^a 0000/ })).toBeVisible();
  await rail.focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('row', { name: /^z 0002/ })).toBeVisible();
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
});

test('an address leads to an entry in the middle of a long list', async ({ page, desk }) => {
  await folders(desk, numbered(420, 'amz'));
  const list = `/api/app/${desk.appId}/entry/list/${desk.folder}?order=-name&limit=100`;
  const { items } = await desk.api.ask<{ items: { node_id: number; name: string }[] }>('GET', list);
  const [wanted] = items.slice(80);
  if (wanted === undefined) throw new Error('the folder has no such entry');
  for (const view of ['Grid', 'List'] as const) {
    await page.goto(`/content/${desk.appId}/navigation/${desk.folder}`);
    await page.getByRole('button', { name: view, exact: true }).click();
    await page.goto(`/content/${desk.appId}/navigation/${desk.folder}?at=${wanted.node_id}`);
    const entry = page.getByRole(view === 'Grid' ? 'gridcell' : 'row', { name: new RegExp(`^${wanted.name}`) });
    await expect(entry).toBeInViewport();
    await expect(entry).toBeFocused();
    await expect(entry).toHaveAttribute('aria-selected', 'true');
    await expect(page).not.toHaveURL(/at=/);
  }
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
});

test('the page to sign in has the organisation whose address it is', async ({ page }) => {
  const server = await emptyServer();
  try {
    await page.goto(`${server.url}/login`);
    await expect(page).toHaveTitle(/Vitrine$/);

    const first = await Api.signInWith(server.url, server.master.email, server.master.password);
    const chosen = 'varanda sextante 41 nuvem';
    const passwords = { password: server.master.password, new_password: chosen };
    await first.ask('POST', '/api/core/auth/reset_password', passwords);
    const master = await Api.signInWith(server.url, server.master.email, chosen);
    const at = server.url.replace('127.0.0.1', 'localhost');
    const instance = await master.ask<{ application_instance_id: number }>('POST', '/api/core/application_instance', {
      application_instance_title: 'Media',
      application_id: 1,
      access_url: `${at}/api/app/1`,
    });
    await master.ask('POST', '/api/core/tenant_with_company', {
      ...{ title: 'Atelier Norte', key: 'atelier-norte', cnpj: '11.222.333/0001-81' },
      app_instance_ids: [instance.application_instance_id],
    });
    await page.goto(`${at}/login`);
    await expect(page.getByRole('banner').getByText('Atelier Norte')).toBeVisible();
    await expect(page).toHaveTitle(/Atelier Norte$/);
    await expectAccessible(page);
    await page.goto(`${server.url}/login`);
    await expect(page.getByRole('banner').getByRole('img', { name: 'Vitrine' })).toBeVisible();
  } finally {
    await page.goto('about:blank');
    await server.stop();
  }
});
