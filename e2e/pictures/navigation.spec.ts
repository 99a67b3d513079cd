import { expect, test } from '../stage/test.ts';

type Items = { items: { node_id: number; preview: { status: string } }[] };

test('a folder of photographs', async ({ page, enterAs }) => {
  const ana = await enterAs('admin');
  const appId = await ana.contentApp();
  const app = `/api/app/${appId}`;
  const [summer] = (await ana.ask<Items>('GET', `${app}/search?term=Summer`)).items;
  const statuses = async () => {
    const { items } = await ana.ask<Items>('GET', `${app}/entry/list/${summer?.node_id}`);
    return [...new Set(items.map((entry) => entry.preview.status))];
  };
  await expect.poll(statuses, { timeout: 180_000 }).toEqual(['ready']);
  await page.goto(`/content/${appId}/navigation/${summer?.node_id}`);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: '../docs/images/navigation.png' });
});
