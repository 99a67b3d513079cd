import { HttpResponse, http, type JsonBodyType } from 'msw';
import type { setupServer } from 'msw/node';
import type { Application, Role } from '../platform/session/account';
import { sessionStore } from '../platform/session/session-store';
import { application, theme, user } from './answers';
import { tokenLasting } from './make-token';

const core = 'http://vitrine.test/api/core';

/** A user with these roles is signed in. Lists are empty, unless a test sets its own afterwards. */
export function signedInAs(
  server: ReturnType<typeof setupServer>,
  roles: readonly Role[],
  applications: readonly Application[] = [application(3, 'home')],
): void {
  sessionStore.signIn(tokenLasting(80_000));
  const answer = (body: JsonBodyType) => () => HttpResponse.json(body);
  server.use(
    http.get(`${core}/users/1`, answer(user({ roles: [...roles] }))),
    http.get(`${core}/usergroup/application`, answer({ items: [...applications], total: applications.length })),
    http.get(`${core}/theme/user`, answer(theme())),
    // A folder has nothing to be narrowed by.
    http.get('http://vitrine.test/api/app/*/entry/facets/*', answer({ complete: true, types: [], people: [] })),
    http.get('http://vitrine.test/api/app/*', answer({ items: [], total: 0 })),
    http.get(`${core}/*`, answer({ items: [], total: 0, next: null, services: [], title: '', group_title: '' })),
  );
}
