import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import type { Schema } from '../../platform/api/client';
import { signedInAs } from '../../testing/account';
import { application, problem } from '../../testing/answers';
import { openPage } from '../../testing/open-page';
import { startServer } from '../../testing/server';

const server = startServer();

afterEach(cleanup);

it('the address of a library alone leads to its repositories', async () => {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  const { router } = await openPage('/content/4');
  await waitFor(() => expect(router.state.location.pathname).toBe('/content/4/navigation/home'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Library' })).toBeTruthy();
});

it('the address of an entry alone leads to the entry, if it is seen', async () => {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  const at = 'http://vitrine.test/api/app/4';
  const entry = { node_id: 77, name: 'pier.png', node_type: 'file', parent_id: 5, role: 'reader' };
  server.use(
    http.get(`${at}/entry/77`, () => HttpResponse.json(entry)),
    http.get(`${at}/entry/78`, () => problem(404, 'not_found', 'Not found')),
    http.get(`${at}/entry/79`, () => HttpResponse.json({ ...entry, node_id: 79, node_type: 'folder' })),
  );
  const { router } = await openPage('/content/77');
  await waitFor(() => expect(router.state.location.href).toBe('/content/4/navigation/5?show=77'));
  await router.navigate({ to: '/content/$appId', params: { appId: 79 } });
  await waitFor(() => expect(router.state.location.href).toBe('/content/4/navigation/79'));
  await router.navigate({ to: '/content/$appId', params: { appId: 78 } });
  expect(await screen.findByRole('link', { name: 'To the library' })).toBeTruthy();
});

it('a right click on a card opens the menu of its repository; without a role it has no menu and no star', async () => {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  const of = (node_id: number, title: string, role: Schema<'Repository'>['role']) => ({
    ...{ repository_id: node_id, node_id, title, role, tenant_title: 'Casa Lumen', active: true },
  });
  const at = 'http://vitrine.test/api/app/4';
  server.use(
    http.get(`${at}/repository`, () =>
      HttpResponse.json({ items: [of(3, 'Photos', 'writer'), of(5, 'Films', null)], total: 2 }),
    ),
    http.get(`${at}/rendition/covers`, () => HttpResponse.json({ items: [] })),
  );
  const { person } = await openPage('/content/4/navigation/home');
  const films = await screen.findByRole('link', { name: /^Films/ });
  await person.pointer({ keys: '[MouseRight]', target: films });
  expect(screen.queryByRole('menu')).toBeNull();
  const photos = screen.getByRole('link', { name: /^Photos/ });
  const stars = screen.getAllByRole('button', { name: /^Favourite/ });
  expect(stars.map((star) => star.getAttribute('aria-label'))).toEqual([expect.stringContaining('Photos')]);
  await person.pointer({ keys: '[MouseRight]', target: photos });
  const menu = await screen.findByRole('menu');
  expect(
    within(menu)
      .getAllByRole('menuitem', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual([...['Information', 'Choose cover', 'Set icon']]);
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(photos);
});
