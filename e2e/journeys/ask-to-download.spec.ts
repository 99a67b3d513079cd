import { Api } from '../stage/api.ts';
import { expectAccessible } from '../stage/axe.ts';
import { png } from '../stage/files.ts';
import { expect, takeSession, test } from '../stage/test.ts';
import { viewerOf } from '../stage/viewer.ts';

test('Julia asks where a download would be, the notice leads Ana to the answer, and Julia downloads', async ({
  page,
  desk,
  enterAs,
  server,
  browser,
}) => {
  const { api, appId, folder, path } = desk;
  const file = await api.store(appId, folder, png('campaign.png', 800, 600));
  await api.store(appId, folder, png('poster.png', 600, 800));
  const ana = await enterAs('admin');
  await ana.ask('PUT', `/api/app/${appId}/usage/${folder}`, { asks_first: true });
  const context = await browser.newContext({ baseURL: server.url });
  const julia = await context.newPage();
  await takeSession(julia, await Api.signIn(server.url, 'regular'));
  await julia.goto(path);
  const card = julia.getByRole('gridcell', { name: /^campaign\.png/ });
  const bar = julia.getByRole('region', { name: 'Selection' });
  // Several of one folder are asked for together.
  await card.click();
  await julia.getByRole('gridcell', { name: /^poster\.png/ }).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar.getByRole('button', { name: 'Ask to download' })).toBeVisible();
  await expect(bar.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await julia.keyboard.press('Escape');
  await card.click({ button: 'right' });
  await expect(julia.getByRole('menuitem', { name: /^Download/ })).toHaveCount(0);
  await julia.getByRole('menuitem', { name: 'Ask to download' }).click();
  // What she asks for is all of the folder.
  const dialog = julia.getByRole('dialog', { name: `Ask to download from “${desk.name}”` });
  await expect(dialog.getByText(`A yes lets you download everything in “${desk.name}”, for some days.`)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'What do you need it for?' }).fill(`A poster of ${desk.name}`);
  await expectAccessible(julia);
  await dialog.getByRole('button', { name: 'Ask to download' }).click();
  await expect(dialog).toBeHidden();

  // Everywhere else it says for whom she waits.
  await card.click();
  await expect(bar.getByRole('button', { name: /^Asked – waiting for Ana Souza/ })).toBeVisible();
  await card.dblclick();
  const viewer = viewerOf(julia, 'campaign.png');
  await expect(viewer.getByRole('button', { name: /^Asked – waiting for Ana Souza/ })).toBeVisible();
  await expectAccessible(julia);
  await viewer.getByRole('button', { name: 'Close the preview' }).click();
  await julia.goto(`/content/${appId}/actions/entry/info/${file}`);
  await julia.getByRole('button', { name: /^Asked – waiting for Ana Souza/ }).click();
  await expect(dialog.getByText(/^You asked on/)).toBeVisible();
  await julia.goto(path);

  await page.goto('/');
  await page.getByRole('button', { name: /^Notices, \d+ new/ }).click();
  const notices = page.getByRole('dialog', { name: 'Notices' });
  await expect(notices.getByRole('tab', { name: /^For you/, selected: true })).toBeVisible();
  await notices
    .getByRole('listitem')
    .filter({ hasText: `A poster of ${desk.name}` })
    .getByRole('link')
    .click();
  const request = page.getByRole('listitem').filter({ hasText: `A poster of ${desk.name}` });
  await expect(request).toBeFocused();
  await expect(request).toBeInViewport();
  await expect(request).toContainText('Asked from “campaign.png”');
  await expect(page.getByText('A yes lets them download everything in this folder')).toBeVisible();
  await expectAccessible(page);
  await request.getByRole('button', { name: /^Allow / }).click();
  await expect(request).toBeHidden();

  // The page of Julia hears of it.
  await card.click();
  await expect(bar.getByRole('button', { name: 'Download', exact: true })).toBeVisible();
  await expect(bar.getByRole('button', { name: /^Asked/ })).toHaveCount(0);
  await context.close();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a reader asks from below the picture, and every tab of the details is reached', async ({
    page,
    desk,
    enterAs,
  }) => {
    const { api, appId, folder, path } = desk;
    const file = await api.store(appId, folder, png('poster.png', 600, 800));
    const ana = await enterAs('admin');
    await ana.ask('PUT', `/api/app/${appId}/usage/${folder}`, { asks_first: true });
    await page.goto(`${path}?show=${file}#usage`);
    const viewer = viewerOf(page, 'poster.png');
    const rights = viewer.getByRole('tab', { name: 'Rights', selected: true });
    await expect(rights).toBeInViewport({ ratio: 1 });
    for (const name of ['Information', 'Activity', 'Access']) {
      await viewer.getByRole('tab', { name, exact: true }).tap();
      await expect(viewer.getByRole('tab', { name, exact: true, selected: true })).toBeInViewport({ ratio: 1 });
    }
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await enterAs('regular');
    await page.goto(`${path}?show=${file}`);
    await viewer.getByRole('button', { name: 'Ask first' }).tap();
    const dialog = page.getByRole('dialog', { name: `Ask to download from “${desk.name}”` });
    await dialog.getByRole('textbox', { name: 'What do you need it for?' }).fill('A flyer');
    await dialog.getByRole('button', { name: 'Ask to download' }).tap();
    await expect(dialog).toBeHidden();
    await viewer.getByRole('button', { name: 'Asked' }).tap();
    await expect(dialog.getByText(/^You asked on/)).toBeVisible();
  });
});
