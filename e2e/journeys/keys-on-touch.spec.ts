import type { Page } from '@playwright/test';
import { type Desk, expect, test } from '../stage/test.ts';
import { cell, fill } from '../stage/tree.ts';

const keys = (page: Page) => page.locator('kbd').filter({ visible: true });

async function openMenu(page: Page, desk: Desk): Promise<void> {
  await fill(page, desk, { '': ['paper.txt'] });
  await cell(page, 'paper.txt').getByRole('button', { name: 'Actions for paper.txt' }).click();
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
}

test('with a keyboard, a menu names the keys of its actions', async ({ page, desk }) => {
  await openMenu(page, desk);
  await expect(keys(page).filter({ hasText: 'F2' })).toBeVisible();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 820, height: 1180 } });

  test('no keys are named, in menus and in the bar', async ({ page, desk }) => {
    await openMenu(page, desk);
    await expect(page.locator('kbd').filter({ hasText: 'F2' })).toBeAttached();
    await expect(keys(page)).toHaveCount(0);
  });
});
