import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();
const asked: string[] = [];

function usersAnswer() {
  asked.length = 0;
  server.use(
    http.get('http://vitrine.test/api/core/users', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('q') ?? '');
      const user = { users_id: 9, name: 'Rui Mota', email: 'rui@casalumen.example' };
      return HttpResponse.json({ items: [user], total: 1 });
    }),
  );
}

async function typed(words: string) {
  const { person, router } = await openPage('/');
  await person.click(await screen.findByRole('button', { name: /^Search or jump to/ }));
  await person.type(await screen.findByRole('textbox', { name: 'Search or type where to go' }), words);
  return { person, router };
}

it('an administrator goes to a user by their name', async () => {
  signedInAs(server, ['USER_REGULAR', 'USER_ADMIN']);
  usersAnswer();
  const { person, router } = await typed('rui');
  await person.click(await screen.findByRole('button', { name: /Rui Mota/ }));
  expect(asked).toEqual(['rui']);
  expect(router.state.location.href).toBe('/settings/core/user?q=rui%40casalumen.example');
});

it('nobody else asks for users', async () => {
  signedInAs(server, ['USER_REGULAR']);
  usersAnswer();
  await typed('rui');
  await new Promise((resolve) => setTimeout(resolve, 300)); // time: a pause in typing is 200 ms
  expect(screen.queryByRole('button', { name: /Rui Mota/ })).toBeNull();
  expect(asked).toEqual([]);
});
