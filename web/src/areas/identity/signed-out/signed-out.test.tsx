import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { sessionStore } from '../../../platform/session/session-store';
import { signedInAs } from '../../../testing/account';
import { application, problem, theme, tokenAnswer, user } from '../../../testing/answers';
import { tokenLasting } from '../../../testing/make-token';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';

const server = startServer();
const core = 'http://vitrine.test/api/core';

/** The requests of the page, by path. */
const sent: Record<string, unknown> = {};

function answers(path: string, answer: () => Response | Promise<Response>) {
  server.use(
    http.post(`${core}/${path}`, async ({ request }) => {
      sent[path] = await request.json().catch(() => null);
      return await answer();
    }),
  );
}

function accountIs(over: Partial<Schema<'UserData'>> = {}) {
  server.use(
    http.get(`${core}/users/1`, () => HttpResponse.json(user(over))),
    http.get(`${core}/usergroup/application`, () => HttpResponse.json({ items: [application(3, 'home')], total: 1 })),
    http.get(`${core}/theme/user`, () => HttpResponse.json(theme())),
    http.get(`${core}/background-action`, () => HttpResponse.json({ items: [], total: 0 })),
    http.put(`${core}/users/1`, () => HttpResponse.json(user(over))),
  );
}

function invitation(over: Partial<Schema<'InvitationShown'>> = {}): Schema<'InvitationShown'> {
  return {
    name: 'Nina',
    email: 'nina@acme.example',
    tenant_title: 'Acme',
    group_title: null,
    invited_by: 'Max',
    language: null,
    expires_at: 0,
    has_account: false,
    ...over,
  };
}

beforeEach(() => sessionStore.clear());

describe('the second step of signing in', () => {
  it('asks for a code only when the server wants one, and sends it with the rest', async () => {
    accountIs();
    const { person, router } = await openPage('/login');
    answers('auth/login', () => problem(401, 'second_factor_needed', 'A code is needed too.'));
    await person.type(await screen.findByLabelText('E-mail'), 'ana@acme.example');
    await person.type(screen.getByLabelText('Password', { selector: 'input' }), 'right-word{Enter}');
    const code = await screen.findByLabelText('Code');
    answers('auth/login', () => problem(422, 'invalid', 'This code is not right.'));
    await person.type(code, '000000{Enter}');
    expect(await screen.findByText('This code is not right.')).toBeTruthy();
    answers('auth/login', () => tokenAnswer(tokenLasting(80_000)));
    await person.clear(code);
    await person.type(code, '123456{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent['auth/login']).toEqual({ email: 'ana@acme.example', password: 'right-word', code: '123456' });
  });
});

describe('an invitation', () => {
  it('shows who invites where to, and a password of one’s own lets one in', async () => {
    accountIs();
    answers('auth/invitation', () => HttpResponse.json(invitation({ group_title: 'Studio' })));
    answers('auth/invitation/accept', () => tokenAnswer(tokenLasting(80_000)));
    const { person, router } = await openPage('/invitation#7.secret');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Acme' })).toBeTruthy();
    expect(screen.getByText('Max invites you to the group Studio of Acme.')).toBeTruthy();
    await person.type(screen.getByLabelText('Password', { selector: 'input' }), 'jaguar telhado neblina{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent['auth/invitation']).toEqual({ token: '7.secret' });
    expect(sent['auth/invitation/accept']).toEqual({
      token: '7.secret',
      name: 'Nina',
      password: 'jaguar telhado neblina',
      language: 'en',
    });
  });

  it('goes on in the language of its e-mail, and the account begins with it', async () => {
    accountIs({ language: 'pt' });
    answers('auth/invitation', () => HttpResponse.json(invitation({ language: 'pt' })));
    answers('auth/invitation/accept', () => tokenAnswer(tokenLasting(80_000)));
    const { person, router } = await openPage('/invitation#7.secret');
    expect(await screen.findByText('Max convidou você para Acme.')).toBeTruthy();
    expect(document.documentElement.lang).toBe('pt');
    expect(localStorage.getItem('language')).toBe('en');
    await person.type(screen.getByLabelText('Senha', { selector: 'input' }), 'jaguar telhado neblina{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent['auth/invitation/accept']).toMatchObject({ language: 'pt' });
  });

  it('says at the field that a password is too easy', async () => {
    answers('auth/invitation', () => HttpResponse.json(invitation()));
    const key = 'form_rules.weak_password';
    answers('auth/invitation/accept', () => problem(422, 'invalid', 'No', [{ field: 'password', key }]));
    const { person } = await openPage('/invitation#7.secret');
    await person.type(await screen.findByLabelText('Password', { selector: 'input' }), 'password1{Enter}');
    expect(await screen.findByText('This password is too easy to guess')).toBeTruthy();
  });

  it('that is spent says so and leads to signing in', async () => {
    answers('auth/invitation', () => problem(409, 'link_spent', 'This link was used already.'));
    await openPage('/invitation#7.secret');
    expect(await screen.findByText('This link was used already.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeTruthy();
  });

  it('for somebody with an account leads through signing in back to itself', async () => {
    answers('auth/invitation', () => HttpResponse.json(invitation({ has_account: true })));
    const { person, router } = await openPage('/invitation#7.secret');
    await person.click(await screen.findByRole('link', { name: 'Sign in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search.redirect).toBe('/invitation#7.secret');
  });

  it.each([
    ['an account of their own', true],
    ['no account yet', false],
  ])('for somebody else than is signed in goes on once they are out: with %s', async (_, has_account) => {
    signedInAs(server, ['USER_REGULAR']);
    answers('auth/invitation', () => HttpResponse.json(invitation({ has_account })));
    answers('auth/logout', () => new HttpResponse(null, { status: 204 }));
    const { person, router } = await openPage('/invitation#7.secret');
    const words = 'You are signed in as ana@acme.example. The invitation is for nina@acme.example.';
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: has_account ? 'Join' : 'Come in' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Sign out and go on' }));
    await (has_account ? screen.findByRole('link', { name: 'Sign in' }) : screen.findByLabelText('Name'));
    expect(sessionStore.get()).toBeNull();
    expect(router.state.location.href).toBe('/invitation#7.secret');
  });

  it.each([
    ['the library', [application(4, 'content')], '/content/4/navigation/home'],
    ['the first page, without a library', [application(3, 'home')], '/'],
  ])('lets somebody else stay who they are, and leads to %s', async (_, applications, path) => {
    signedInAs(server, ['USER_REGULAR'], applications);
    answers('auth/invitation', () => HttpResponse.json(invitation({ has_account: true })));
    const { person, router } = await openPage('/invitation#7.secret');
    await person.click(await screen.findByRole('link', { name: 'Stay as Ana Souza' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    expect(sessionStore.get()).not.toBeNull();
  });

  it('is joined at once by whom it is for, however the address is written', async () => {
    signedInAs(server, ['USER_REGULAR']);
    answers('auth/invitation', () => HttpResponse.json(invitation({ has_account: true, email: 'Ana@Acme.example' })));
    answers('invitation/join', () => new HttpResponse(null, { status: 204 }));
    const { person, router } = await openPage('/invitation#7.secret');
    await person.click(await screen.findByRole('button', { name: 'Join' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

describe('a forgotten password', () => {
  it('is answered alike whether or not somebody has the address', async () => {
    answers('auth/forgotten_password', () => new HttpResponse(null, { status: 202 }));
    const { person } = await openPage('/forgotten-password');
    await person.type(await screen.findByLabelText('E-mail'), 'ana@acme.example{Enter}');
    expect(await screen.findByText(/If ana@acme.example has an account here/)).toBeTruthy();
  });

  it('is replaced by the one chosen behind the link', async () => {
    answers('auth/new_password', () => new HttpResponse(null, { status: 204 }));
    const { person } = await openPage('/new-password#9.secret');
    await person.type(await screen.findByLabelText('New password', { selector: 'input' }), 'jaguar telhado{Enter}');
    expect(await screen.findByText('Your new password is set')).toBeTruthy();
    expect(sent['auth/new_password']).toEqual({ token: '9.secret', new_password: 'jaguar telhado' });
  });
});

it('a new address counts only once its link is pressed, not when it is opened', async () => {
  answers('auth/confirm_email', () => new HttpResponse(null, { status: 204 }));
  delete sent['auth/confirm_email'];
  const { person } = await openPage('/confirm-email#3.secret');
  const press = await screen.findByRole('button', { name: 'Use this address' });
  expect(sent['auth/confirm_email']).toBeUndefined();
  await person.click(press);
  expect(await screen.findByText('Your new e-mail is in use')).toBeTruthy();
  expect(sent['auth/confirm_email']).toEqual({ token: '3.secret' });
});

it('a provider’s code is handed in once, and what was wanted is opened', async () => {
  accountIs();
  sessionStorage.setItem('wanted_after_provider', '//evil.test');
  let calls = 0;
  answers('auth/provider', () => {
    calls += 1;
    return tokenAnswer(tokenLasting(80_000));
  });
  const { router } = await openPage('/login/provider?code=abc&state=1234&iss=x');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(sent['auth/provider']).toEqual({ code: 'abc', state: '1234' });
  expect(calls).toBe(1);
});

it('a provider’s code waits for the code of the second factor', async () => {
  accountIs();
  answers('auth/provider', () => problem(401, 'second_factor_needed', 'A code is needed too.'));
  const { person, router } = await openPage('/login/provider?code=abc&state=1234');
  const field = await screen.findByLabelText('Code');
  expect(screen.queryByText('A code is needed too.')).toBeNull();
  answers('auth/provider', () => problem(422, 'invalid', 'This code is not right.'));
  await person.type(field, '000000{Enter}');
  expect(await screen.findByText('This code is not right.')).toBeTruthy();
  answers('auth/provider', () => tokenAnswer(tokenLasting(80_000)));
  await person.clear(field);
  await person.type(field, '123456{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(sent['auth/provider']).toEqual({ code: 'abc', state: '1234', second_factor: '123456' });
});

it('a refused link for an address cannot be pressed again, and leads to the sign-in', async () => {
  answers('auth/confirm_email', () => problem(410, 'link_spent', 'This link was already used.'));
  const { person } = await openPage('/confirm-email#3.secret');
  await person.click(await screen.findByRole('button', { name: 'Use this address' }));
  expect(await screen.findByText('This link was already used.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Use this address' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeTruthy();
});

it('a provider’s refusal has a heading that says so', async () => {
  answers('auth/provider', () => problem(401, 'provider_refused', 'It did not work.'));
  await openPage('/login/provider?code=abc&state=1234');
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign-in failed' })).toBeTruthy();
  expect(screen.getByText('It did not work.')).toBeTruthy();
});
