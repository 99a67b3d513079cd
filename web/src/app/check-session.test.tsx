import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { sessionStore } from '../platform/session/session-store';
import { application, problem, theme, user } from '../testing/answers';
import { tokenLasting } from '../testing/make-token';
import { openPage } from '../testing/open-page';
import { startServer } from '../testing/server';
import { restoreSession } from './restore-session';

const server = startServer();
const core = 'http://vitrine.test/api/core';

beforeEach(() => {
  sessionStore.clear();
  server.use(
    http.get(`${core}/users/1`, () => HttpResponse.json(user())),
    http.get(`${core}/usergroup/application`, () => HttpResponse.json({ items: [application(3, 'home')], total: 1 })),
    http.get(`${core}/theme/user`, () => HttpResponse.json(theme())),
    http.get(`${core}/background-action`, () => HttpResponse.json({ items: [], total: 0 })),
    http.put(`${core}/users/1`, () => HttpResponse.json(user())),
  );
});

describe('a server that does not answer', () => {
  const trouble = {
    'no answer': () => HttpResponse.error(),
    'an answer of 503': () => problem(503, 'unavailable', 'Busy'),
    'a page of a proxy': () => new HttpResponse('<html>', { status: 502, headers: { 'content-type': 'text/html' } }),
  };

  it.each(Object.entries(trouble))(
    'signs nobody out: %s',
    async (_, answer) => {
      let away = true;
      server.use(http.get(`${core}/users/1`, () => (away ? answer() : HttpResponse.json(user()))));
      sessionStore.signIn(tokenLasting(80_000));
      const { person, router } = await openPage('/user/profile');
      const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 8_000 });
      const main = screen.getByRole('main');
      expect(within(main).getByRole('heading', { level: 1, name: 'The server does not answer' })).toBeTruthy();
      expect(localStorage.getItem('token')).not.toBeNull();
      away = false;
      await person.click(again);
      await screen.findByRole('button', { name: 'Account of Ana Souza' });
      expect(router.state.location.pathname).toBe('/user/profile');
    },
    15_000,
  );

  it.each(Object.entries(trouble))(
    'does not end a session by a renewal that does not get through: %s',
    async (_, answer) => {
      server.use(http.post(`${core}/auth/renew_token`, answer));
      const token = tokenLasting(19_000);
      sessionStore.signIn(token);
      await openPage('/user/profile');
      await screen.findByRole('button', { name: 'Account of Ana Souza' });
      expect(localStorage.getItem('token')).toBe(token);
    },
  );

  it('a renewal that is refused leads to /login with the wanted path, and says so once', async () => {
    server.use(http.post(`${core}/auth/renew_token`, () => problem(401, 'no_session', '')));
    sessionStore.signIn(tokenLasting(18_000));
    const { router } = await openPage('/user/profile');
    await screen.findByRole('button', { name: 'Sign in' });
    expect(await screen.findAllByText('Your session has ended. Please sign in again.')).toHaveLength(1);
    expect(router.state.location.search).toEqual({ redirect: '/user/profile' });
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('a stored token past its time says so', async () => {
    localStorage.setItem('token', tokenLasting(-1));
    await openPage('/login');
    restoreSession();
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeTruthy();
    expect(localStorage.getItem('token')).toBeNull();
  });
});
