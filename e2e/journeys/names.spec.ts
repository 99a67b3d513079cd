import { expect, type Locator } from '@playwright/test';
import { test } from '../stage/test.ts';
import { cell, fill } from '../stage/tree.ts';

/** How far the letters of a name are from where the name begins. */
const gap = (name: Locator) =>
  name.evaluate((one) => {
    const letters = document.createRange();
    letters.selectNodeContents(one);
    return letters.getBoundingClientRect().left - one.getBoundingClientRect().left;
  });

test('a name that is read from right to left stands where the others do', async ({ page, desk }) => {
  await fill(page, desk, { 'صور العائلة': [], '': ['تقرير.txt', 'plan.txt'] });
  for (const view of ['grid', 'list']) {
    for (const name of ['صور العائلة', 'تقرير\\.txt', 'plan\\.txt']) {
      const shown = cell(page, name).locator('[dir="auto"]').first();
      await expect.poll(() => gap(shown), `${name} in the ${view}`).toBeLessThan(2);
    }
    await page.keyboard.press('v');
  }
});
