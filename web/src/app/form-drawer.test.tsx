import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { signedInAs } from '../testing/account';
import { openPage } from '../testing/open-page';
import { startServer } from '../testing/server';

const server = startServer();

type Page = Awaited<ReturnType<typeof openPage>>;

async function users(): Promise<Page> {
  signedInAs(server, ['USER_REGULAR', 'USER_ADMIN']);
  return openPage('/settings/core/user');
}

const leave = {
  'Another page': async ({ router }: Page) => void router.navigate({ to: '/settings' }),
  Escape: ({ person }: Page) => person.keyboard('{Escape}'),
};

it.each(Object.entries(leave))('%s asks before a half-filled form is thrown away', async (_, go) => {
  const page = await users();
  const { person, router } = page;
  await person.click(await screen.findByRole('button', { name: 'New user' }));
  const name = await screen.findByLabelText(/^Name/);
  await person.type(name, 'Bo');
  await go(page);
  const asked = await screen.findByRole('dialog', { name: 'Discard your changes?' });
  await person.click(within(asked).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(router.state.location.pathname).toBe('/settings/core/user');
});
