import { cleanup, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();
const core = 'http://vitrine.test/api/core';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

it('leads a master from nothing to a tenant with an admin, and is put away and brought back', async () => {
  signedInAs(server, ['USER_MASTER'], []);
  server.use(
    http.get(`${core}/application_instance`, () =>
      HttpResponse.json({ items: [{ application_key: 'content' }], total: 1 }),
    ),
  );
  const { person } = await openPage('/');
  const guide = await screen.findByRole('region', { name: 'Set up this installation' });
  expect(within(guide).getByText('1 of 3 done')).toBeTruthy();
  const [instance, tenant] = within(guide).getAllByRole('listitem');
  expect(within(instance as HTMLElement).getByRole('img', { name: 'Done' })).toBeTruthy();
  expect(tenant?.getAttribute('aria-current')).toBe('step');
  expect(within(guide).getByRole('link', { name: 'Go' }).getAttribute('href')).toBe('/settings/core/tenant');
  await person.click(within(guide).getByRole('button', { name: 'Put the guide away' }));
  expect(screen.queryByRole('region', { name: 'Set up this installation' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show what is next' }));
  expect(await screen.findByRole('region', { name: 'Set up this installation' })).toBeTruthy();
});

it('tells an admin whose tenant has no content application whom to ask', async () => {
  signedInAs(server, ['USER_REGULAR', 'USER_ADMIN'], []);
  await openPage('/', { language: 'pt' });
  const guide = await screen.findByRole('region', { name: 'A caminho do primeiro envio' });
  expect(within(guide).getByText(/ainda não tem uma aplicação de Conteúdo/)).toBeTruthy();
  expect(within(guide).queryAllByRole('link')).toEqual([]);
});

it('leads an admin through the content application that there is', async () => {
  signedInAs(server, ['USER_REGULAR', 'USER_ADMIN'], [application(7, 'content')]);
  await openPage('/');
  const guide = await screen.findByRole('region', { name: 'On the way to the first upload' });
  expect(within(guide).getByText('0 of 6 done')).toBeTruthy();
  expect(within(guide).getByRole('link', { name: 'Go' }).getAttribute('href')).toBe('/content/7/settings/file_server');
});

it('is not there for somebody who sets nobody up', async () => {
  signedInAs(server, ['USER_REGULAR'], []);
  await openPage('/');
  expect(await screen.findByText('No applications yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Put the guide away' })).toBeNull();
});

it('leaves a master who is through to the settings', async () => {
  signedInAs(server, ['USER_MASTER'], []);
  const one = (item: object) => () => HttpResponse.json({ items: [item], total: 1 });
  server.use(
    http.get(`${core}/application_instance`, one({ application_key: 'content' })),
    http.get(`${core}/tenant`, one({ tenant_id: 4 })),
    http.get(`${core}/tenant/4/admin`, one({ users_id: 9 })),
  );
  await openPage('/');
  expect(await screen.findByRole('link', { name: 'Open settings' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Set up this installation' })).toBeNull();
});
