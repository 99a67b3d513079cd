import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../stage/api.ts';
import { noise } from '../stage/files.ts';
import { password, people } from '../stage/people.ts';
import { caddy, freePort, nginx, type Start } from '../stage/real-proxy.ts';
import { commanded, type Served, served } from '../stage/served.ts';
import { expect, test } from '../stage/test.ts';

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test.use({ ignoreHTTPSErrors: true });

let data = '';
let server: Served;

// One server behind both: it has no public_url, so addresses in its answers come from what the proxy writes.
test.beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'vitrine-behind-'));
  commanded(['seed', '--data', data, '--password', password]);
  server = await served(data, { VITRINE_SECURE_COOKIES: 'true', VITRINE_TRUST_FORWARDED: 'true' });
});

test.afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

const proxies: Record<string, Start> = { nginx, caddy };
for (const [name, start] of Object.entries(proxies))
  test(`behind ${name} with the sample of deploy/: sign-in, 50 MB in parts, live changes, downloads`, async ({
    page,
  }) => {
    const proxy = await start(join(data, name), await freePort(), server.url);
    const url = proxy.url;
    try {
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/file/upload')) sent.push(request.method());
      });
      const sockets: string[] = [];
      page.on('websocket', (socket) => sockets.push(socket.url()));

      await page.goto(`${url}/login`);
      await page.getByLabel('E-mail').fill(people.manager);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL(`${url}/`);

      const api = await Api.signIn(server.url, 'manager');
      const app = await api.contentApp();
      const folder = await api.freshFolder(app);
      await page.goto(`${url}/content/${app}/navigation/${folder.id}`);
      await expect(page.getByRole('heading', { level: 1, name: folder.name })).toBeVisible();
      await expect.poll(() => sockets).toContainEqual(expect.stringMatching(/^wss:.*\/api\/socket\.io/));

      const film = noise('film.bin', 50_000_000);
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('menuitem', { name: 'Upload files' }).click();
      await (await chooser).setFiles(film);
      await expect(page.getByRole('gridcell', { name: film.name })).toBeVisible({ timeout: 60_000 });
      expect(sent).toContain('PATCH');

      // Somebody else makes a folder at the server itself: the page hears of it by its socket.
      await api.ask('POST', `/api/app/${app}/folder`, { folder_parent_id: folder.id, name: 'From elsewhere' });
      await expect(page.getByRole('gridcell', { name: 'From elsewhere' })).toBeVisible();

      const entry = (await api.list(app, folder.id)).find((one) => one.name === film.name);
      const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` };
      const got = await page.request.get(`${url}/api/file/content/${entry?.node_id}?download=1`, { headers });
      expect(hash(await got.body())).toBe(hash(film.buffer));
      const cookies = await page.context().cookies();
      expect(cookies.length).toBeGreaterThan(0);
      expect(cookies.every((cookie) => cookie.secure)).toBe(true);
    } finally {
      await proxy.stop();
    }
  });
