import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { problem } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();
const group = 'http://vitrine.test/api/core/usergroup/3';

it('a group that does not exist is named once, and offers nothing', async () => {
  signedInAs(server, ['USER_ADMIN']);
  const missing = () => problem(404, 'not_found', 'This does not exist, or you may not see it.');
  server.use(http.get(group, missing), http.get(`${group}/users`, missing));
  await openPage('/settings/core/company/1/group/3/users');
  expect(await screen.findByText(/^This does not exist, or you may not see it/)).toBeTruthy();
  expect(screen.getAllByText(/^This does not exist/)).toHaveLength(1);
  expect(screen.getByRole('heading', { level: 1, name: 'Members' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add members' })).toBeNull();
});
