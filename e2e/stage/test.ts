import { test as base, type Page } from '@playwright/test';
import { Api } from './api.ts';
import type { Person } from './people.ts';
import { demonstration } from './server.ts';

export { expect } from '@playwright/test';

/** A folder that belongs to one journey, and the address that shows it. */
export type Desk = { api: Api; appId: number; folder: number; name: string; path: string };

type Each = {
  /** Gives the page a person's session without the form. */
  enterAs: (person: Person) => Promise<Api>;
  /** A signed-in page and an empty folder of its own. */
  desk: Desk;
};
type Shared = { server: { url: string; data: string }; sessions: Map<Person, Api> };

/** Gives the page a session without the form; `url` is where it goes, if that is another server than the journeys'. */
export async function takeSession(page: Page, api: Api, url = ''): Promise<void> {
  const [pair = ''] = api.cookie.split(';');
  const [name = '', value = ''] = pair.split('=');
  await page.context().addCookies([{ name, value, url: api.url, httpOnly: true, sameSite: 'Strict' }]);
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate((token) => localStorage.setItem('token', token), api.token);
}

export const test = base.extend<Each, Shared>({
  // Journeys that run at the same time do not see each other's uploads and notices.
  server: [
    async ({}, use) => {
      const { url, data, stop } = await demonstration();
      await use({ url, data });
      await stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // One sign-in per person and worker: the server limits repeated sign-ins.
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  baseURL: async ({ server }, use) => use(server.url),
  enterAs: async ({ page, server, sessions }, use) => {
    await use(async (person) => {
      const api = sessions.get(person) ?? (await Api.signIn(server.url, person));
      sessions.set(person, api);
      await takeSession(page, api);
      return api;
    });
  },
  desk: async ({ page, enterAs }, use) => {
    const api = await enterAs('manager');
    const appId = await api.contentApp();
    const { id, name } = await api.freshFolder(appId);
    const path = `/content/${appId}/navigation/${id}`;
    await page.goto(path);
    await use({ api, appId, folder: id, name, path });
  },
});
