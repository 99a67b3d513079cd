import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { signedInAs } from '../../testing/account';
import { problem, tokenAnswer } from '../../testing/answers';
import { tokenLasting } from '../../testing/make-token';
import { openPage } from '../../testing/open-page';
import { startServer } from '../../testing/server';

const server = startServer();
const core = 'http://vitrine.test/api/core';

beforeEach(() => {
  signedInAs(server, ['USER_REGULAR']);
  server.use(
    http.get(`${core}/user/second_factor`, () => HttpResponse.json({ enabled_at: 5, recovery_codes_left: 9 })),
  );
});

/** Answers attempts to change the password with these, one after the other. */
async function changePassword(...answers: readonly (() => Response)[]) {
  const left = [...answers];
  server.use(http.post(`${core}/auth/reset_password`, () => left.shift()?.() ?? new Response(null, { status: 500 })));
  const { person } = await openPage('/reset-password');
  await person.type(await screen.findByLabelText('Current password'), 'not the present one');
  await person.type(screen.getByLabelText('New password'), 'seven wet stones in a row');
  await person.type(screen.getByLabelText('Repeat the new password'), 'seven wet stones in a row');
  const send = () => person.click(screen.getByRole('button', { name: 'Change password' }));
  await send();
  return send;
}

const wrong = () =>
  problem(422, 'invalid', 'The data is not right.', [{ field: 'password', key: 'form_rules.wrong_password' }]);

it('asks for the code at once where signing in asks for one', async () => {
  await openPage('/reset-password');
  expect(await screen.findByLabelText('Code')).toBeTruthy();
});

it('says in the form alone why it was refused, and no longer than it is so', async () => {
  const send = await changePassword(() => problem(429, 'rate_limited', 'Too many tries.'), wrong);
  expect((await screen.findByText('Too many tries.')).closest('form')).toBeTruthy();
  expect(screen.getAllByText('Too many tries.')).toHaveLength(1);
  await send();
  await screen.findByText('The current password is not right');
  expect(screen.queryByText('Too many tries.')).toBeNull();
  expect(screen.queryByText('The data is not right.')).toBeNull();
});

const fields = [
  ['the name', '/user/profile', 'Name'],
  ['a password', '/user/profile', 'New password'],
  ['an e-mail', '/user/profile', 'New e-mail'],
  ['a password on its own page', '/reset-password', 'Current password'],
] as const;

/** The field; where its form is folded, it is opened first. */
async function fieldOf(label: string, path: string, person: { click: (element: Element) => Promise<void> }) {
  if (path === '/user/profile' && label === 'New password')
    await person.click(await screen.findByRole('button', { name: 'Change password' }));
  return screen.findByLabelText(label);
}

it.each(fields)('leaving asks before what was entered is thrown away: %s', async (_, path, label) => {
  const { person, router } = await openPage(path);
  const input = await fieldOf(label, path, person);
  await person.type(input, 'half');
  void router.navigate({ to: '/' });
  const asked = await screen.findByRole('dialog', { name: 'Discard your changes?' });
  await person.click(within(asked).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe(path);
  expect(input).toHaveProperty('value', expect.stringContaining('half'));
  void router.navigate({ to: '/' });
  await person.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

it.each(fields)('signing out asks before what was entered is thrown away: %s', async (_, path, label) => {
  server.use(http.post(`${core}/auth/logout`, () => new HttpResponse(null, { status: 204 })));
  const { person, router } = await openPage(path);
  const input = await fieldOf(label, path, person);
  await person.type(input, 'half');
  const signOut = async () => {
    await person.click(await screen.findByRole('button', { name: 'Account of Ana Souza' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Sign out', hidden: true }));
    return within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  };
  await person.click((await signOut()).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe(path);
  expect(input).toHaveProperty('value', expect.stringContaining('half'));
  await person.click((await signOut()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks once where two forms of a page are filled in', async () => {
  const { person, router } = await openPage('/user/profile');
  await person.type(await screen.findByLabelText('Name'), 'half');
  await person.type(screen.getByLabelText('New e-mail'), 'half');
  void router.navigate({ to: '/' });
  await person.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

it('asks nothing once a password is changed', async () => {
  await changePassword(() => tokenAnswer(tokenLasting(80_000)));
  await screen.findByText('Your password has been changed.');
  await waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says once why the second factor was not changed', async () => {
  server.use(http.post(`${core}/user/second_factor/remove`, wrong));
  const { person } = await openPage('/user/profile');
  const panel = within(await screen.findByRole('region', { name: 'Two-step sign-in' }));
  await person.click(await panel.findByRole('button', { name: 'Turn off' }));
  await person.type(panel.getByLabelText('Current password'), 'not the present one');
  await person.type(panel.getByLabelText('Code'), '123456{Enter}');
  expect(await panel.findByText('The current password is not right')).toBeTruthy();
  expect(screen.queryByText('The data is not right.')).toBeNull();
});

it('asks for a second factor while there is none', async () => {
  server.use(http.get(`${core}/user/second_factor`, () => HttpResponse.json({ enabled_at: null })));
  await openPage('/user/profile');
  expect(await screen.findByText('Ask for a code of an authenticator app at sign-in too.')).toBeTruthy();
});
