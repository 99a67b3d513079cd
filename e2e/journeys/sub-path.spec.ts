import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../stage/api.ts';
import { password, people } from '../stage/people.ts';
import { proxyBelow } from '../stage/proxy.ts';
import { commanded, served } from '../stage/served.ts';
import { expect, test } from '../stage/test.ts';

test('the page lives below a path: sign-in, deep links, uploads, pictures and live changes', async ({ page }) => {
  test.setTimeout(300_000);
  const data = mkdtempSync(join(tmpdir(), 'vitrine-below-'));
  const proxy = await proxyBelow('/dam');
  commanded(['seed', '--data', data, '--password', password]);
  const server = await served(data, { VITRINE_PUBLIC_URL: proxy.url });
  proxy.to(server.url);
  try {
    await page.goto(`${proxy.url}/user/profile`);
    await expect(page).toHaveURL(/\/dam\/login\?redirect=%2Fuser%2Fprofile/);
    await page.getByLabel('E-mail').fill(people.manager);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${proxy.url}/user/profile`);

    const api = await Api.signIn(proxy.url, 'manager');
    const app = await api.contentApp();
    const folder = await api.freshFolder(app);
    await page.goto(`${proxy.url}/content/${app}/navigation/${folder.id}`);
    await expect(page.getByRole('heading', { level: 1, name: folder.name })).toBeVisible();
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: 'Upload files' }).click();
    await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: pixel });
    // The live socket reports its picture, after those of the demonstration.
    const picture = page.locator(`img[src*="/dam/api/app/${app}/rendition/preview/"]`).first();
    await expect(picture).toBeVisible({ timeout: 200_000 });
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await page.reload();
    await expect(page.getByText('dot.png').first()).toBeVisible();
    expect(proxy.outside).toEqual([]);
  } finally {
    await proxy.stop();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
