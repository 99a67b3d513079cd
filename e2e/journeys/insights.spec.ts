import { expectAccessible } from '../stage/axe.ts';
import { text } from '../stage/files.ts';
import { type Desk, expect, test } from '../stage/test.ts';
import { cell } from '../stage/tree.ts';

type Uses = { ever: { views: number; downloads: number } };
type Entry = { parent_id: number };

/** A file that somebody has looked at and downloaded; the repository, and its name. */
async function used(desk: Desk): Promise<{ file: number; repository: number }> {
  const file = await desk.api.store(desk.appId, desk.folder, text('popular.txt', 'Everybody reads this.'));
  await desk.api.call('POST', `/api/app/${desk.appId}/home/visit/${file}`, {});
  const folder = await desk.api.ask<Entry>('GET', `/api/app/${desk.appId}/entry/${desk.folder}`);
  return { file, repository: folder.parent_id };
}

test('what is used is counted, and shown to who manages it', async ({ page, desk, enterAs }) => {
  const { file, repository } = await used(desk);
  const api = await enterAs('admin');
  await page.goto(desk.path);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await cell(page, 'popular.txt').click();
      await page.keyboard.press('d');
    })(),
  ]);
  expect(download.suggestedFilename()).toBe('popular.txt');
  // It is written some seconds later.
  const ever = async () => (await api.ask<Uses>('GET', `/api/app/${desk.appId}/insights/entry/${file}`)).ever;
  await expect.poll(ever, { timeout: 20_000 }).toMatchObject({ views: 1, downloads: 1 });

  await page.keyboard.press('i');
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('tab', { name: 'Use', exact: true }).click();
  await expect(panel.getByText('1 view · 1 download · 0 links made').first()).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/content/${desk.appId}/insights/${repository}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible();
  await page.getByText('7 days', { exact: true }).click();
  await expect(page).toHaveURL(/period=week/);
  await expect(page.getByRole('img', { name: /views? from/ })).toBeVisible();
  await page
    .getByRole('group', { name: 'What is shown' })
    .getByRole('button', { name: /Downloads/ })
    .click();
  const most = page.getByRole('list', { name: 'Downloaded most' });
  await expect(most.getByRole('link', { name: /popular/ }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Storage/ }).first()).toBeVisible();
  await expectAccessible(page);
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Downloaded most as CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe('insights.csv');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('insights open from the card of a repository, and fit', async ({ page, desk, enterAs }) => {
    await used(desk);
    await enterAs('admin');
    await page.goto(`/content/${desk.appId}/navigation/home`);
    await page
      .getByRole('button', { name: /^Actions for / })
      .first()
      .tap();
    await page.getByRole('menuitem', { name: 'Insights' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Unused for a year' })).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBe(0);
    await expectAccessible(page);
  });
});
