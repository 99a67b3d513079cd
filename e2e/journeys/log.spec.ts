import { expectAccessible } from '../stage/axe.ts';
import { expect, test } from '../stage/test.ts';

test('what somebody did several times is one row of the log, which opens', async ({ page, desk, enterAs }) => {
  const names = ['East', 'West', 'North'].map((side) => `${side} of ${desk.name}`);
  for (const name of names) await desk.api.makeFolder(desk.appId, desk.folder, name);
  await enterAs('admin');
  await page.goto('/settings/core/system_log');
  const heap = page.getByRole('row').filter({ hasText: `North of ${desk.name}` });
  await expect(heap).toContainText(/, \d+ times/);
  await expect(heap).toContainText(/and \d+ others/);
  await expectAccessible(page);
  await heap.getByRole('button').click();
  for (const name of names) await expect(page.getByRole('row').filter({ hasText: name }).last()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: `East of ${desk.name}` })).toHaveCount(1);
});
