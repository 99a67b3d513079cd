import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Api } from './api.ts';
import { type ObjectStore, objectStore } from './object-store.ts';
import { password, people } from './people.ts';
import { commanded, type Served, served } from './served.ts';
import { expect, test } from './test.ts';

/** A demonstration of the journeys of one file, beside an S3 store that it may use. */
export type BesideStore = { data: string; store: ObjectStore; url: string };

/** Makes it before the first journey of the file that calls this. */
export function besideStore(): BesideStore {
  const made: BesideStore & { server?: Served } = {
    data: '',
    store: { url: '', host: '', stop: async () => {} },
    url: '',
  };
  test.beforeAll(async () => {
    made.data = mkdtempSync(join(tmpdir(), 'vitrine-objects-'));
    made.store = await objectStore();
    commanded(['seed', '--data', made.data, '--password', password]);
    // Addresses of this machine are refused unless the operator allows them.
    made.server = await served(made.data, { VITRINE_TRUSTED_HOSTS: made.store.host });
    made.url = made.server.url;
  });
  test.afterAll(async () => {
    await made.server?.stop();
    await made.store.stop();
    if (made.data !== '') rmSync(made.data, { recursive: true, force: true });
  });
  test.use({ actionTimeout: 30_000 });
  return made;
}

/** Signs the admin in by the form; with what a journey asks beside the page. */
export async function enterAsAdmin(page: Page, url: string): Promise<{ api: Api; appId: number }> {
  const api = await Api.signIn(url, 'admin');
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(people.admin);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Account of Ana Souza' })).toBeVisible();
  return { api, appId: await api.contentApp() };
}
