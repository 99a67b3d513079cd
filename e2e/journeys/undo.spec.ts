import type { Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { text } from '../stage/files.ts';
import { type LargeServer, largeServer } from '../stage/large-server.ts';
import { expect, takeSession, test } from '../stage/test.ts';

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notices' });
const openBell = async (page: Page) => {
  await page.getByRole('button', { name: /^Notices/ }).click();
  await panel(page)
    .getByRole('tab', { name: /^In progress/ })
    .click();
};

test('what was removed and renamed is taken back from the bell, long after the banner', async ({ page, desk }) => {
  await desk.api.store(desk.appId, desk.folder, text('draft.txt'));
  await page.goto(desk.path);
  await cell(page, 'draft\\.txt').click();
  await page.keyboard.press('F2');
  const naming = page.getByRole('dialog');
  await naming.getByLabel('Name').fill('final.txt');
  await naming.getByRole('button', { name: 'Rename' }).click();
  await expect(cell(page, 'final\\.txt')).toBeVisible();
  await cell(page, 'final\\.txt').click();
  await page.keyboard.press('Delete');
  await expect(cell(page, 'final\\.txt')).toBeHidden();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeHidden();
  await openBell(page);
  await expect(panel(page)).toContainText(`You removed final.txt from ${desk.name}`);
  await expectAccessible(page);
  await panel(page)
    .getByRole('button', { name: /^Undo: You removed final\.txt/ })
    .click();
  await expect(panel(page)).toContainText('Taken back');
  await expect(panel(page)).toContainText('You restored final.txt');
  await panel(page)
    .getByRole('button', { name: /^Undo: You renamed draft\.txt to final\.txt/ })
    .click();
  await expect(panel(page)).toContainText('You took the new name of final.txt back');
  await page.keyboard.press('Escape');
  await expect(cell(page, 'draft\\.txt')).toBeVisible();
  expect((await desk.api.list(desk.appId, desk.folder)).map(({ name }) => name)).toEqual(['draft.txt']);
});

test('a move tells beside the file from where to where', async ({ page, desk }) => {
  const target = await desk.api.makeFolder(desk.appId, desk.folder, 'Prints');
  const file = await desk.api.store(desk.appId, desk.folder, text('plan.txt'));
  await desk.api.ask('POST', `/api/app/${desk.appId}/entry/move/${file}`, { target_id: target });
  await page.goto(`/content/${desk.appId}/navigation/${target}`);
  await cell(page, 'plan\\.txt').click();
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('tab', { name: 'Activity' }).click();
  await expect(details).toContainText(`Moved from ${desk.name} to Prints`);
});

test.describe('a long removal', () => {
  const FILES = 5000;
  let large: LargeServer;

  test.beforeAll(async () => {
    test.setTimeout(300_000);
    large = await largeServer(FILES);
  });

  test.afterAll(async () => {
    await large.stop();
  });

  test('is cancelled at once, says how far it came, and the rest stays', async ({ page }) => {
    test.setTimeout(300_000);
    await takeSession(page, large.api, large.url);
    await page.goto(large.path);
    await page.getByRole('gridcell', { name: /^asset-0000000/ }).click();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Select all 5,000' }).click();
    await page.keyboard.press('Delete');
    const running = page.getByRole('region', { name: 'Running actions' });
    await running.getByRole('button', { name: 'Cancel Removing 5,000 entries' }).click();
    const begun = Date.now();
    await expect(running).toContainText('Cancelled');
    test.info().annotations.push({ type: 'cancelled after', description: `${Date.now() - begun} ms` });
    const count = async (selection: object) =>
      (await large.api.ask<{ count: number }>('POST', `/api/app/${large.appId}/selection`, selection)).count;
    const stayed = await count({ parent_id: large.folder });
    expect(stayed).toBeGreaterThan(0);
    await expect.poll(() => count({ in_bin: true })).toBe(FILES - stayed);
    await expect(running).toContainText(`${(FILES - stayed).toLocaleString('en')} of 5,000`);
    await expect(page.getByRole('gridcell').first()).toBeVisible();
  });
});
