import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();
const path = 'http://vitrine.test/api/core/tenant/7/identity_provider';

it('asks before a half-filled provider is thrown away, and no more once it is saved', async () => {
  const provider = { title: 'Entrance', issuer: 'https://id.example', client_id: 'vitrine', company_id: null };
  signedInAs(server, ['USER_MASTER']);
  let saved = { ...provider, active: true, has_secret: true };
  server.use(
    http.get(path, () => HttpResponse.json({ provider: saved, redirect_uri: 'https://vitrine.example/return' })),
    http.put(path, async ({ request }) => {
      saved = { ...saved, ...((await request.json()) as typeof provider) };
      return HttpResponse.json(saved);
    }),
  );
  const { person, router } = await openPage('/settings/core/tenant/7/identity_provider');
  await person.type(await screen.findByLabelText(/^Name/), ' hall');
  void router.navigate({ to: '/settings/core/company' });
  await person.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved.title).toBe('Entrance hall'));
  await screen.findByText('The provider was saved');
  void router.navigate({ to: '/settings/core/company' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Companies' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});
