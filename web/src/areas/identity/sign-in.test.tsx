import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { sessionStore } from '../../platform/session/session-store';
import { application, problem, theme, tokenAnswer, user } from '../../testing/answers';
import { tokenLasting } from '../../testing/make-token';
import { openPage } from '../../testing/open-page';
import { startServer } from '../../testing/server';

const server = startServer();
const core = 'http://vitrine.test/api/core';

function accountIs(over: Parameters<typeof user>[0] = {}) {
  server.use(
    http.get(`${core}/users/1`, () => HttpResponse.json(user(over))),
    http.get(`${core}/usergroup/application`, () => HttpResponse.json({ items: [application(3, 'home')], total: 1 })),
    http.get(`${core}/theme/user`, () => HttpResponse.json(theme())),
    http.get(`${core}/background-action`, () => HttpResponse.json({ items: [], total: 0 })),
    http.put(`${core}/users/1`, () => HttpResponse.json(user(over))),
  );
}

const passwordField = () => screen.getByLabelText('Password', { selector: 'input' });

beforeEach(() => sessionStore.clear());

describe('signing in', () => {
  it('asks for both fields in place before it calls the server', async () => {
    const { person } = await openPage('/login');
    await person.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findAllByText('This field is required')).toHaveLength(2);
    expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
  });

  it('says so in Portuguese', async () => {
    const { person } = await openPage('/login', { language: 'pt' });
    await person.click(await screen.findByRole('button', { name: 'Entrar' }));
    expect(await screen.findAllByText('Este campo é obrigatório')).toHaveLength(2);
  });

  it('shows the server’s refusal above the form and stays', async () => {
    server.use(http.post(`${core}/auth/login`, () => problem(401, 'invalid_credentials', 'That is not right.')));
    const { person, router } = await openPage('/login');
    await person.type(await screen.findByLabelText('E-mail'), 'ana@acme.example');
    await person.type(passwordField(), 'wrong-word{Enter}');
    expect((await screen.findByText('That is not right.')).closest('[role=alert]')).not.toBeNull();
    expect(router.state.location.pathname).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
    await person.clear(passwordField());
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('This field is required')).toBeTruthy();
    expect(screen.queryByText('That is not right.')).toBeNull();
  });

  it('refuses an expired token as expired', async () => {
    server.use(http.post(`${core}/auth/login`, () => tokenAnswer(tokenLasting(-1))));
    const { person } = await openPage('/login');
    await person.type(await screen.findByLabelText('E-mail'), 'ana@acme.example');
    await person.type(passwordField(), 'right-word{Enter}');
    expect(await screen.findByText('You could not be signed in. Please try again.')).toBeTruthy();
    expect(sessionStore.get()).toBeNull();
  });

  it.each([
    ['/login?redirect=%2Fuser%2Fprofile', '/user/profile'],
    ['/login?redirect=%2F%2Fevil.test', '/'],
    ['/login', '/'],
  ])('from %s leads to %s', async (from, to) => {
    accountIs();
    server.use(http.post(`${core}/auth/login`, () => tokenAnswer(tokenLasting(80_000))));
    const { person, router } = await openPage(from);
    await person.type(await screen.findByLabelText('E-mail'), 'ana@acme.example');
    await person.type(passwordField(), 'right-word{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  });
});

describe('opening a page', () => {
  it('without a session leads to /login with the wanted path', async () => {
    const { router } = await openPage('/user/profile?x=1');
    await screen.findByRole('button', { name: 'Sign in' });
    expect(router.state.location.search).toEqual({ redirect: '/user/profile?x=1' });
  });

  it('with a session the server no longer knows leads to /login once, with the wanted path', async () => {
    server.use(
      http.get(`${core}/users/1`, () => problem(401, 'no_session', 'Gone')),
      http.get(`${core}/usergroup/application`, () => problem(401, 'no_session', 'Gone')),
      http.get(`${core}/theme/user`, () => problem(401, 'no_session', 'Gone')),
    );
    sessionStore.signIn(tokenLasting(80_000));
    const { router } = await openPage('/user/profile');
    await screen.findByRole('button', { name: 'Sign in' });
    expect(router.state.location.search).toEqual({ redirect: '/user/profile' });
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('flagged for a reset leads to /reset-password and says why', async () => {
    accountIs({ reset_pwd: true });
    sessionStore.signIn(tokenLasting(80_000));
    const { router } = await openPage('/user/profile');
    expect(await screen.findByText('Before you continue, please choose a new password.')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/reset-password');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('button', { name: /Search/ })).toBeNull();
  });

  it('that does not exist says so and offers the way home', async () => {
    accountIs();
    sessionStore.signIn(tokenLasting(80_000));
    await openPage('/no/such/page');
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to home' }).getAttribute('href')).toBe('/');
  });
});

describe('changing the password', () => {
  it('shows the server’s complaint at its field', async () => {
    accountIs();
    sessionStore.signIn(tokenLasting(80_000));
    server.use(
      http.post(`${core}/auth/reset_password`, () =>
        problem(422, 'invalid', 'Check the fields', [{ field: 'password', key: 'form_rules.wrong_password' }]),
      ),
    );
    const { person } = await openPage('/reset-password');
    await person.type(await screen.findByLabelText('Current password'), 'wrong-word');
    await person.type(screen.getByLabelText('New password'), 'a better word');
    await person.type(screen.getByLabelText('Repeat the new password'), 'a better word');
    await person.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('The current password is not right')).toBeTruthy();
  });

  it('refuses a short password and a repetition that differs', async () => {
    accountIs();
    sessionStore.signIn(tokenLasting(80_000));
    const { person } = await openPage('/reset-password');
    await person.type(await screen.findByLabelText('Current password'), 'old-word');
    await person.type(screen.getByLabelText('New password'), 'short');
    await person.type(screen.getByLabelText('Repeat the new password'), 'other');
    await person.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('New password needs at least 8 characters')).toBeTruthy();
    expect(screen.getAllByText(/at least 8 characters/i)).toHaveLength(1);
    expect(await screen.findByText('The password must match the new one')).toBeTruthy();
  });
});

describe('a session that ends while a page is open', () => {
  it('leads to /login, says why, and keeps the way back', async () => {
    accountIs();
    sessionStore.signIn(tokenLasting(80_000));
    const { person, router } = await openPage('/reset-password');
    server.use(http.post(`${core}/auth/reset_password`, () => problem(401, 'no_session', 'Your session is over.')));
    await person.type(await screen.findByLabelText('Current password'), 'old-word');
    await person.type(screen.getByLabelText('New password'), 'jaguar telhado neblina');
    await person.type(screen.getByLabelText('Repeat the new password'), 'jaguar telhado neblina');
    await person.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByRole('button', { name: 'Sign in' });
    expect(await screen.findByText('Your session is over.')).toBeTruthy();
    expect(router.state.location.search).toEqual({ redirect: '/reset-password' });
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('last_path')).toBeNull();
  });

  it('by signing out tells the server and leaves nothing behind', async () => {
    accountIs();
    let told = '';
    server.use(
      http.post(`${core}/auth/logout`, ({ request }) => {
        told = request.headers.get('authorization') ?? '';
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const token = tokenLasting(80_000);
    sessionStore.signIn(token);
    const { person, router } = await openPage('/user/profile');
    await person.click(await screen.findByRole('button', { name: 'Account of Ana Souza' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Sign out', hidden: true }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(told).toBe(`Bearer ${token}`);
    expect(localStorage.getItem('token')).toBeNull();
    expect(router.state.location.search).toEqual({});
  });
});
