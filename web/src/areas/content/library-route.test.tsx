import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { signedInAs } from '../../testing/account';
import { application } from '../../testing/answers';
import { openPage } from '../../testing/open-page';
import { startServer } from '../../testing/server';

const server = startServer();

it('the address of a library alone leads to its repositories', async () => {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  const { router } = await openPage('/content/4');
  await waitFor(() => expect(router.state.location.pathname).toBe('/content/4/navigation/home'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Library' })).toBeTruthy();
});
