import type { Page } from '@playwright/test';
import { expect, test } from '../stage/test.ts';

const mostScripts = 25;
const mostBytes = 260_000;
const quietMs = 2_000;

/** The scripts that a page fetches, those included that it fetches ahead once it stands. */
function scriptsOf(page: Page): ReadonlySet<string> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  return scripts;
}

/** Bytes of a script as a browser gets it that knows gzip. */
async function compressed(page: Page, url: string): Promise<number> {
  const answer = await page.request.get(url, { headers: { 'accept-encoding': 'gzip' } });
  return Number(answer.headers()['content-length']);
}

test('a folder that is opened for the first time fetches few and small scripts', async ({ page, enterAs }) => {
  const api = await enterAs('manager');
  const appId = await api.contentApp();
  type Repositories = { items: { node_id: number; role: string | null }[] };
  const { items } = await api.ask<Repositories>('GET', `/api/app/${appId}/repository`);
  const repository = items.find((one) => one.role === 'writer' || one.role === 'manager');
  const scripts = scriptsOf(page);
  await page.goto(`/content/${appId}/navigation/${repository?.node_id}`);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expect
    .poll(
      async () => {
        const before = scripts.size;
        await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), quietMs); // time: quiet is nothing for so long
        return scripts.size - before;
      },
      { message: 'the page keeps fetching scripts' },
    )
    .toBe(0);
  const sizes = await Promise.all([...scripts].map((url) => compressed(page, url)));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(scripts.size).toBeLessThanOrEqual(mostScripts);
  expect(bytes).toBeLessThanOrEqual(mostBytes);
});
