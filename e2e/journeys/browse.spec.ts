import { expectAccessible } from '../stage/axe.ts';
import { text } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { uploadTo } from '../stage/upload.ts';

test('from home to a repository, in the grid and in the list', async ({ page, enterAs }) => {
  const appId = await (await enterAs('manager')).contentApp();
  await page.goto('/');
  await page.locator(`nav a[href="/content/${appId}/navigation/home"]`).click();
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();

  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible();
});

test('a folder one comes back to still shows what it holds, in the grid and in the list', async ({ page, desk }) => {
  await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, { folder_parent_id: desk.folder, name: 'Inside' });
  const cell = page.getByRole('gridcell', { name: /^Inside/ });
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  for (const view of ['Grid', 'List']) {
    await page.getByRole('button', { name: view, exact: true }).click();
    await cell.dblclick();
    await expect(page.getByText('Nothing here yet')).toBeVisible();
    await page.goBack();
    await expect(cell).toBeVisible();
    await page.goForward();
    await expect(page.getByText('Nothing here yet')).toBeVisible();
    await trail.getByRole('link', { name: desk.name }).click();
    await expect(cell).toBeVisible();
  }
});

test('a screen that was opened without a connection has its styles once it is back', async ({ page, enterAs }) => {
  const appId = await (await enterAs('manager')).contentApp();
  await page.goto(`/content/${appId}/navigation/home`);
  const repository = page.getByRole('main').getByRole('listitem').getByRole('link').first();
  await expect(repository).toBeVisible();
  await page.waitForLoadState('networkidle');
  const before = await page.evaluate(() => document.styleSheets.length);
  await page.context().setOffline(true);
  await repository.click();
  await expect(page.getByText('The server does not answer')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('grid')).toBeVisible();
  // A style sheet that failed to load throws when its rules are read.
  const rules = () => page.evaluate(() => [...document.styleSheets].map((sheet) => sheet.cssRules.length));
  await expect.poll(async () => (await rules().catch(() => [])).length).toBeGreaterThan(before);
});

test('a folder is made, renamed, removed and brought back', async ({ page, desk }) => {
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Première idée');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  const made = page.getByRole('gridcell', { name: /^Première idée/ });
  await expect(made).toBeVisible();

  await made.click();
  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByLabel('Name').fill('Zweite Idee');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('gridcell', { name: /^Zweite Idee/ });
  await expect(renamed).toBeVisible();
  await expect(made).toBeHidden();

  await renamed.click();
  await page.keyboard.press('Delete');
  await expect(renamed).toBeHidden();

  await page.goto(`/content/${desk.appId}/bin`);
  await page.getByRole('button', { name: 'Restore Zweite Idee' }).click();
  await expect(page.getByRole('button', { name: 'Restore Zweite Idee' })).toBeHidden();
  await page.goto(desk.path);
  await expect(renamed).toBeVisible();
});

test('a name that is taken, and one that no file may have, are refused at the field', async ({ page, desk }) => {
  await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, { folder_parent_id: desk.folder, name: 'Taken' });
  await page.getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of ['a/b', 'taken']) {
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  }
  expect((await desk.api.list(desk.appId, desk.folder)).map((entry) => entry.name)).toEqual(['Taken']);
});

test('what somebody else adds shows up without a reload', async ({ page, desk }) => {
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, { folder_parent_id: desk.folder, name: 'From afar' });
  await expect(page.getByRole('gridcell', { name: /^From afar/ })).toBeVisible();
});

test('what was added before the page began to listen shows up too', async ({ page, desk }) => {
  // The connection is held back until the folder's list was drawn and then changed on the server.
  let listen = () => {};
  const changed = new Promise<void>((resolve) => {
    listen = resolve;
  });
  await page.route('**/api/socket.io/**', async (route) => {
    await changed;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, { folder_parent_id: desk.folder, name: 'Unheard' });
  listen();
  await expect(page.getByRole('gridcell', { name: /^Unheard/ })).toBeVisible();
});

test('a part of a name is found, whatever its accents and capitals', async ({ page, desk }) => {
  const word = `Ação${desk.folder}`;
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles([text(`Relatório ${word} final.txt`)]);
  await expect(page.getByRole('gridcell', { name: new RegExp(`^Relatório ${word}`) })).toBeVisible();

  await page.goto(`/content/${desk.appId}/search?term=${encodeURIComponent(`acao${desk.folder}`.toUpperCase())}`);
  await expect(page.getByRole('gridcell', { name: `Relatório ${word} final.txt` })).toBeVisible();
});

test('the palette opens its first hit on Enter', async ({ page, desk }) => {
  await desk.api.ask('POST', `/api/app/${desk.appId}/folder`, { folder_parent_id: desk.folder, name: 'Lighthouse' });
  await page.getByRole('button', { name: 'Search or jump to' }).click();
  const field = page.getByRole('textbox', { name: 'Search or type where to go' });
  await field.pressSequentially('lightho');
  await expect(page.getByRole('button', { name: /^Lighthouse/ })).toHaveAttribute('data-selected', 'true');
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Lighthouse' })).toBeVisible();
});

test('a panel beside an entry tells who did what to it, and who may know what was before', async ({
  page,
  desk,
  enterAs,
}) => {
  await uploadTo(page, desk, [text('before.txt', 'x')]);
  const [entry] = await desk.api.list(desk.appId, desk.folder);
  await desk.api.ask('PUT', `/api/app/${desk.appId}/entry/rename/${entry?.node_id}`, { name: 'after.txt' });
  await page.getByRole('gridcell', { name: /^after\.txt/ }).click();
  await page.keyboard.press('i');
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('tab', { name: 'Activity' }).click();
  await expect(panel.getByRole('listitem')).toHaveText([
    /Renamed from before\.txt to after\.txt.*Marcos Lima/,
    /Uploaded/,
  ]);
  await expectAccessible(page);

  await enterAs('admin');
  await page.goto(desk.path);
  await page.getByRole('gridcell', { name: /^after\.txt/ }).click();
  await page.keyboard.press('i');
  await panel.getByRole('tab', { name: 'Activity' }).click();
  await expect(panel.getByRole('listitem').first()).toHaveText(/Renamed from before\.txt to after\.txt/);
});
