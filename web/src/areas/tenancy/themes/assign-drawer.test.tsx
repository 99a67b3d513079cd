import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Role } from '../../../platform/session/account';
import { signedInAs } from '../../../testing/account';
import { theme } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();
const core = 'http://vitrine.test/api/core';

it.each<[Role, readonly string[]]>([
  ['USER_MASTER', ['Organisations']],
  ['USER_ADMIN', ['Organisations', 'Groups']],
])('a theme is assigned to what the user can assign it to: %s', async (role, lists) => {
  signedInAs(server, [role]);
  server.use(http.get(`${core}/theme/admin`, () => HttpResponse.json({ items: theme().choices, total: 1 })));
  const { person } = await openPage('/settings/core/theme');
  await person.click(await screen.findByRole('button', { name: 'Green' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Assign Green' }));
  expect(drawer.getAllByRole('group').map((list) => list.querySelector('legend')?.textContent)).toEqual(lists);
});
