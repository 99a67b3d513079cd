import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { signedInAs } from '../../testing/account';
import { problem } from '../../testing/answers';
import { openPage } from '../../testing/open-page';
import { startServer } from '../../testing/server';

const server = startServer();
const core = 'http://vitrine.test/api/core';

it.each([
  ['/settings/core/tenant/99/identity_provider', 'Identity provider', /^Save$/],
  ['/settings/core/tenant/99/admin', 'Admins', /^Add/],
  ['/settings/core/group/99/external_companies', 'External companies', /^Invite/],
])('%s of nothing says so once, and offers nothing', async (path, heading, offer) => {
  signedInAs(server, ['USER_MASTER', 'USER_ADMIN']);
  const missing = () => problem(404, 'not_found', 'This does not exist, or you may not see it.');
  server.use(
    ...['tenant/99', 'usergroup/99'].flatMap((of) =>
      [`/${of}`, `/${of}/*`].map((one) => http.get(core + one, missing)),
    ),
  );
  await openPage(path);
  expect(await screen.findByText(/^This does not exist, or you may not see it/)).toBeTruthy();
  expect(screen.getAllByText(/^This does not exist/)).toHaveLength(1);
  const title = screen.getByRole('heading', { level: 1, name: heading });
  expect(title.parentElement?.querySelector('p')).toBeNull();
  expect(screen.queryByRole('button', { name: offer })).toBeNull();
});

it.each([
  '/settings/core/tenant/x/identity_provider',
  '/settings/core/tenant/x/admin',
  '/settings/core/tenant/0/admin',
  '/settings/core/tenant/x/quotas',
  '/settings/core/group/x/external_companies',
  '/settings/core/company/1/group/x/users',
])('there is no page at %s, because that is no id', async (path) => {
  signedInAs(server, ['USER_MASTER', 'USER_ADMIN']);
  await openPage(path);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Page not found');
});
