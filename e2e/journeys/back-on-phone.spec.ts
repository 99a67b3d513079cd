import type { Page } from '@playwright/test';
import { text } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

/** The device's Back asks the newest watcher, which is made soon. A browser without a device is asked by a script. */
async function withDevice(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const open: { requestClose: () => void }[] = [];
    Reflect.set(
      window,
      'CloseWatcher',
      class extends Reflect.get(window, 'CloseWatcher') {
        constructor() {
          super();
          open.push(this as never);
        }
        destroy() {
          super.destroy();
          open.splice(open.indexOf(this as never), 1);
        }
      },
    );
    Reflect.set(window, 'back', () => {
      const newest = open.at(-1);
      newest?.requestClose();
      return newest !== undefined;
    });
  });
  const back = () => page.evaluate(() => Reflect.get(window, 'back')());
  return async () => expect.poll(back).toBe(true);
}

test('Back closes what lies over the page, one after the other', async ({ page, desk }) => {
  const back = await withDevice(page);
  await desk.api.store(desk.appId, desk.folder, text('plan.txt'));
  await page.goto(desk.path);
  const drawer = page.locator('[data-open]', { has: page.getByRole('link', { name: 'Bin' }) });
  await page.locator('[data-tabs]').getByRole('button', { name: 'Library' }).tap();
  await expect(drawer).toBeVisible();
  await back();
  await expect(drawer).toBeHidden();

  const actions = page.getByRole('button', { name: 'Actions for plan.txt' });
  const rename = page.getByRole('menuitem', { name: 'Rename' });
  await actions.tap();
  await expect(rename).toBeVisible();
  await back();
  await expect(rename).toBeHidden();
  await actions.tap();
  await rename.tap();
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  await expect(dialog.getByLabel('Name')).toBeVisible();
  await back();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(desk.path);
});
