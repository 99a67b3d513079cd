import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Api } from '../stage/api.ts';
import { noise, png, text } from '../stage/files.ts';
import { password, people } from '../stage/people.ts';
import { freePort } from '../stage/real-proxy.ts';
import { commanded, type Served, served } from '../stage/served.ts';
import { expect, test } from '../stage/test.ts';

let server: Served;
let data: string;
let elsewhere: string;

/** The page is at 127.0.0.1; for browsers, localhost is another site. Both lead to one server. */
test.beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'vitrine-bytes-'));
  commanded(['seed', '--data', data, '--password', password]);
  const port = await freePort();
  elsewhere = `http://localhost:${port}`;
  const settings = { VITRINE_PUBLIC_URL: `http://127.0.0.1:${port}`, VITRINE_BYTE_ORIGINS: elsewhere };
  server = await served(data, settings, port);
});

test.afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.getByLabel('E-mail').fill(people.admin);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}

test('a file server sends and receives bytes at another host, which its form has tested', async ({ page }) => {
  test.setTimeout(300_000);
  const complaints: string[] = [];
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const asked: URL[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(elsewhere)) asked.push(new URL(request.url()));
  });
  await signIn(page);
  const api = await Api.signIn(server.url, 'admin');
  const app = await api.contentApp();

  await page.goto(`${server.url}/content/${app}/settings/file_server`);
  await page.getByRole('button', { name: 'Actions for This host' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  const access = form.getByRole('textbox', { name: 'Address for downloads' });
  await access.fill('https://files.example');
  await form.getByRole('button', { name: 'Test Address for downloads' }).click();
  await expect(form.getByText('the operator of this installation has not allowed this host')).toBeVisible();
  await access.fill(elsewhere);
  await expect(form.getByText('has not allowed this host')).toBeHidden();
  await form.getByRole('button', { name: 'Test Address for downloads' }).click();
  await expect(form.getByText('It leads to this installation')).toBeVisible();
  await form.getByRole('textbox', { name: 'Address for uploads' }).fill(elsewhere);
  await form.getByRole('textbox', { name: 'Host for small pictures' }).fill(new URL(elsewhere).host);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();

  const folder = await api.freshFolder(app);
  await page.goto(`${server.url}/content/${app}/navigation/${folder.id}`);
  const files = [png('shown.png'), text('notes.txt', 'words from elsewhere\n'), noise('large.bin', 9_000_000)];
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles(files);
  for (const { name } of files) {
    await expect(page.getByRole('gridcell', { name: new RegExp(`^${name}`) })).toBeVisible();
  }
  const card = page.getByRole('gridcell', { name: /^shown\.png/ });
  await expect(card.locator('img[data-loaded]')).toBeVisible({ timeout: 200_000 });
  await page.reload();
  const origin = () =>
    card.locator('img[data-loaded]').evaluate((image: HTMLImageElement) => new URL(image.currentSrc).origin);
  await expect.poll(origin).toBe(elsewhere);

  for (const file of files) {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: `Actions for ${file.name}` }).click();
    await page.getByRole('menuitem', { name: 'Download', exact: true }).click();
    const download = await started;
    expect(new URL(download.url()).origin).toBe(elsewhere);
    expect(download.suggestedFilename()).toBe(file.name);
    expect(readFileSync(await download.path()).equals(file.buffer)).toBe(true);
  }
  await page.getByRole('gridcell', { name: /^notes\.txt/ }).dblclick();
  await expect(page.getByText('words from elsewhere')).toBeVisible();

  const kinds = new Set(asked.map(({ pathname }) => pathname.split('/').slice(0, 4).join('/')));
  for (const kind of ['reached', 'upload', 'picture', 'signed']) expect(kinds).toContain(`/api/file/${kind}`);
  expect(complaints).toEqual([]);
});

test('a repository keeps its Google document, and says why it is not read', async ({ page }) => {
  await signIn(page);
  const app = await (await Api.signIn(server.url, 'admin')).contentApp();
  await page.goto(`${server.url}/content/${app}/settings/repository`);
  const edit = async () => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  await edit();
  const form = page.getByRole('dialog');
  await expect(form.getByRole('group', { name: 'Google Drive' })).toContainText('goes with this repository');
  await form.getByLabel('Google document').fill('https://docs.google.com/document/d/1aB');
  await form.getByLabel('Owner at Google').fill(people.admin);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText("A Google document's id")).toBeVisible();
  await form.getByLabel('Google document').fill('1aB_c-9');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await edit();
  await expect(form.getByLabel('Google document')).toHaveValue('1aB_c-9');
  await expect(form.getByText('this installation has no credential of Google')).toBeVisible();
});
