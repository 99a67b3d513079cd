import { png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { uploadTo } from '../stage/upload.ts';

test('an address that leads nowhere says so', async ({ page, enterAs }) => {
  await enterAs('regular');
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('a folder of another organisation is as good as missing, on the page and to the API', async ({
  page,
  desk,
  enterAs,
}) => {
  const stranger = await enterAs('stranger');
  const own = await stranger.contentApp();
  const missing = await stranger.call('GET', `/api/app/${own}/entry/999999999`);
  for (const path of [`/api/app/${own}/entry/${desk.folder}`, `/api/app/${own}/entry/list/${desk.folder}`]) {
    const answer = await stranger.call('GET', path);
    expect(answer.status, path).toBe(404);
    // Every request has an id of its own.
    const unnamed = { request_id: '' };
    expect({ ...(await answer.json()), ...unnamed }).toEqual({ ...(await missing.clone().json()), ...unnamed });
  }
  await page.goto(`/content/${own}/navigation/${desk.folder}`);
  await expect(page.getByText('Not found, or no access')).toBeVisible();
  await expect(page.getByText(desk.name)).toBeHidden();
});

test('an application that one does not have leads home', async ({ page, enterAs }) => {
  await enterAs('stranger');
  await page.goto('/content/999999/navigation/home');
  await expect(page).toHaveURL('/');
});

test('a mark hides a folder from who is not cleared, from the list, the search and the address', async ({
  enterAs,
}) => {
  const cleared = await enterAs('manager');
  const appId = await cleared.contentApp();
  type Found = { items: { node_id: number; name: string; marks: unknown[] }[] };
  const library = (await cleared.ask<Found>('GET', `/api/app/${appId}/repository`)).items[0]?.node_id ?? 0;
  const marked = (await cleared.ask<Found>('GET', `/api/app/${appId}/search?term=Winter&limit=200`)).items[0];
  expect(marked, 'the demonstration has a marked folder').toBeDefined();

  const reader = await enterAs('regular');
  const found = await reader.ask<Found>('GET', `/api/app/${appId}/search?term=Winter&limit=200`);
  expect(found.items).toEqual([]);
  const listed = await reader.ask<Found>('GET', `/api/app/${appId}/entry/list/${library}?limit=200`);
  expect(listed.items.map((entry) => entry.node_id)).not.toContain(marked?.node_id);
  expect((await reader.call('GET', `/api/app/${appId}/entry/${marked?.node_id}`)).status).toBe(404);
});

test('a session that the server no longer knows leads to the sign-in page and back', async ({ page, enterAs }) => {
  await enterAs('regular');
  await page.evaluate(() => {
    const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
    const claims = { sub: 1, jti: 1, iat: 0, exp: Math.floor(Date.now() / 1000) + 86_400 };
    localStorage.setItem('token', `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.forged`);
  });
  await page.goto('/user/profile');
  await expect(page).toHaveURL(/\/login/);
});

test('several entries are selected and given to a person at once', async ({ page, desk, enterAs }) => {
  await uploadTo(page, desk, [png('one.png'), png('two.png'), png('three.png')]);
  const reader = await enterAs('regular');
  const roles = async () => {
    const { items } = await reader.ask<{ items: { name: string; role: string }[] }>(
      'GET',
      `/api/app/${desk.appId}/entry/list/${desk.folder}`,
    );
    return Object.fromEntries(items.map(({ name, role }) => [name, role]));
  };
  expect(await roles()).toEqual({ 'one.png': 'reader', 'three.png': 'reader', 'two.png': 'reader' });
  await enterAs('admin');
  await page.goto(desk.path);
  await page.getByRole('gridcell', { name: /^one\.png/ }).click();
  await page.getByRole('gridcell', { name: /^two\.png/ }).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Share' }).click();
  const access = page.getByRole('dialog', { name: 'Share 2 entries' });
  await access.getByRole('tab', { name: 'People inside' }).click();
  await access.getByRole('combobox', { name: 'Group or person' }).fill('julia');
  await page.getByRole('option', { name: /Julia|Júlia/ }).click();
  await access.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Writer' }).click();
  await access.getByRole('button', { name: 'Grant access' }).click();
  await expect(page.getByText('Access to 2 entries is granted.')).toBeVisible();
  await expect(access).toBeHidden();
  expect(await roles()).toEqual({ 'one.png': 'writer', 'three.png': 'reader', 'two.png': 'writer' });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('who gets access is found without the page becoming wider', async ({ page, desk, enterAs }) => {
    await enterAs('admin');
    const asked = { folder_parent_id: desk.folder, name: 'Given to many' };
    await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, asked);
    await page.goto(desk.path);
    await page.getByRole('button', { name: 'Actions for Given to many' }).tap();
    await page.getByRole('menuitem', { name: 'Share' }).tap();
    const access = page.getByRole('dialog', { name: 'Share Given to many' });
    await access.getByRole('tab', { name: 'People' }).tap();
    await access.getByRole('combobox', { name: 'Group or person' }).pressSequentially('ma');
    const option = page.getByRole('option').first();
    await expect(option).toBeVisible();
    const box = await option.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(await page.evaluate(() => window.innerWidth)).toBe(390);
  });
});
