import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Role } from '../platform/session/account';
import { signedInAs } from '../testing/account';
import { application } from '../testing/answers';
import { openPage } from '../testing/open-page';
import { startServer } from '../testing/server';

const server = startServer();
const browser = Reflect.get(window, 'happyDOM');

beforeEach(() => browser.setViewport({ width: 390, height: 844 }));
afterEach(() => browser.setViewport({ width: 1024, height: 768 }));

async function items(role: Role) {
  signedInAs(server, [role], [application(4, 'content')]);
  server.use(http.get('http://vitrine.test/api/app/4/collection', () => HttpResponse.json({ items: [], next: null })));
  const { person, router } = await openPage('/user/profile');
  await person.click(await screen.findByRole('button', { name: 'Account of Ana Souza' }));
  await screen.findByRole('menuitem', { name: 'Collections', hidden: true });
  const words = screen.getAllByRole('menuitem', { hidden: true }).map((item) => item.textContent);
  return { person, router, words };
}

it('the menu of the person on a phone has the places that no tab leads to', async () => {
  const { person, router, words } = await items('USER_REGULAR');
  expect(words.slice(0, 4)).toEqual(['Shared with me', 'Collections', 'My links', 'Bin']);
  expect(words).not.toContain('Settings');
  await person.click(screen.getByRole('menuitem', { name: 'Collections', hidden: true }));
  expect(router.state.location.pathname).toBe('/content/4/collections');
});

it('and the settings for who has some', async () => {
  expect((await items('USER_ADMIN')).words).toContain('Settings');
});
