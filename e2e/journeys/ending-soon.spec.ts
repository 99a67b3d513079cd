import { expectAccessible } from '../stage/axe.ts';
import { text } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';

test('home tells what may not be used much longer, and leads to its rights', async ({ page, desk, enterAs }) => {
  const name = `contract of ${desk.name}.txt`;
  const file = await desk.api.store(desk.appId, desk.folder, text(name));
  const ana = await enterAs('admin');
  const soon = Math.floor(Date.now() / 1000) + 600;
  await ana.ask('PUT', `/api/app/${desk.appId}/usage/${file}`, { usable_until: soon });
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Usage rights that end soon' });
  const entry = section.getByRole('link', { name: new RegExp(`^contract of ${desk.name}`) });
  await expect(entry).toBeVisible();
  await expectAccessible(page);
  await entry.click();
  await expect(page).toHaveURL(new RegExp(`/info/${file}#usage$`));
  // With its end it leaves the list.
  await ana.ask('PUT', `/api/app/${desk.appId}/usage/${file}`, { usable_until: null });
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/usage/ending') && answer.ok());
  await page.goto('/');
  const { items } = await (await answered).json();
  expect(items.map((one: { entry: { node_id: number } }) => one.entry.node_id)).not.toContain(file);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(entry).toHaveCount(0);
});
