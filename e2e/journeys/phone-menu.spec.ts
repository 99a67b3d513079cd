import { expect } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { test } from '../stage/test.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test('what no tab leads to is in the menu of the person, and at the foot of the drawer', async ({
  page,
  desk,
  enterAs,
}) => {
  await enterAs('admin');
  await page.goto(desk.path);
  const account = page.getByRole('button', { name: /^Account of / });
  for (const [place, address] of [
    ['Collections', /\/collections$/],
    ['My links', /\/links$/],
    ['Bin', /\/bin$/],
    ['Settings', /\/settings/],
  ] as const) {
    await account.tap();
    const item = page.getByRole('menuitem', { name: place, exact: true });
    await expect(item).toBeVisible();
    if (place === 'Collections') await expectAccessible(page);
    await item.tap();
    await expect(page).toHaveURL(address);
  }
  await page.locator('[data-tabs]').getByRole('button', { name: 'Library' }).tap();
  const drawer = page.getByRole('navigation', { name: 'Main menu' });
  for (const place of ['Bin', 'Settings']) await expect(drawer.getByRole('link', { name: place })).toBeInViewport();
});
