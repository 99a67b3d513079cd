import type { Page } from '@playwright/test';
import { Api } from '../stage/api.ts';
import { expectAccessible } from '../stage/axe.ts';
import { png } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { viewerOf } from '../stage/viewer.ts';

const list = (page: Page) => page.getByRole('dialog', { name: 'Notices' });

async function openList(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notices/ }).click();
  await list(page)
    .getByRole('tab', { name: /^For you/ })
    .click();
}

/** Says something about a file; who said it. */
async function say(api: Api, appId: number, file: number, text: string): Promise<number> {
  type Said = { made_by: { users_id: number } };
  const said = await api.ask<Said>('POST', `/api/app/${appId}/comment/entry/${file}`, { text });
  return said.made_by.users_id;
}

test('a mention is told at once, and leads to the thread beside its file', async ({ page, desk, server }) => {
  const file = await desk.api.store(desk.appId, desk.folder, png('cover.png', 800, 600));
  const marcos = await say(desk.api, desk.appId, file, 'first');
  await page.goto(desk.path);
  await expect(page.getByRole('gridcell', { name: /^cover/ })).toBeVisible();
  const ana = await Api.signIn(server.url, 'admin');
  await say(ana, desk.appId, file, `Is ${desk.name} dark enough, <@${marcos}>?`);
  await expect(page.getByRole('button', { name: /^Notices, \d+ new/ })).toBeVisible();
  await openList(page);
  const notice = list(page)
    .getByRole('listitem')
    .filter({ hasText: `Is ${desk.name} dark enough, @Marcos Lima?` });
  await expect(notice).toContainText('Ana Souza mentioned you on cover.png');
  await expectAccessible(page);

  await notice.getByRole('link').click();
  const viewer = viewerOf(page, 'cover.png');
  await expect(viewer.getByRole('tab', { name: /^Comments/ })).toHaveAttribute('aria-selected', 'true');
  const thread = viewer.getByRole('listitem').filter({ hasText: `Is ${desk.name} dark enough` });
  await expect(thread).toHaveAttribute('data-chosen', 'true');
  await expect(thread).toBeInViewport();

  // What was seen is not new any more, on no device; and it can be put away.
  await page.goto(desk.path);
  await openList(page);
  await expect(list(page).getByRole('region', { name: 'Earlier' })).toContainText(desk.name);
  await notice.hover();
  await notice.getByRole('button', { name: /^Remove: Ana Souza mentioned you/ }).click();
  await expect(notice).toBeHidden();
});

test('a notice goes with its entry', async ({ page, desk, server }) => {
  const file = await desk.api.store(desk.appId, desk.folder, png('gone.png', 80, 60));
  const ana = await Api.signIn(server.url, 'admin');
  await say(ana, desk.appId, file, `About ${desk.name}`);
  await page.goto(desk.path);
  await openList(page);
  const notice = list(page).getByRole('listitem').filter({ hasText: desk.name });
  await expect(notice).toContainText('Ana Souza commented on your file gone.png');
  await desk.api.call('DELETE', `/api/app/${desk.appId}/entry/${file}`);
  await page.reload();
  await openList(page);
  await expect(list(page).getByText('Nothing for you yet').or(list(page).getByRole('listitem').first())).toBeVisible();
  await expect(notice).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('notices come as a sheet', async ({ page, desk, server }) => {
    const file = await desk.api.store(desk.appId, desk.folder, png('phone.png', 80, 60));
    const ana = await Api.signIn(server.url, 'admin');
    await say(ana, desk.appId, file, `On a phone in ${desk.name}`);
    await page.goto(desk.path);
    await openList(page);
    const notice = list(page).getByRole('listitem').filter({ hasText: desk.name });
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await notice.getByRole('link').tap();
    await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wider).toBe(false);
  });
});
