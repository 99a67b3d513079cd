import { HttpResponse, http, type JsonBodyType } from 'msw';
import type { setupServer } from 'msw/node';
import type { Application, Role } from '../platform/session/account';
import { sessionStore } from '../platform/session/session-store';
import { application, theme, user } from './answers';
import { tokenLasting } from './make-token';

const core = 'http://vitrine.test/api/core';

const unreviewed = { node_id: 0, version: 1, review: null, earlier: [], may_ask: false };
const neverReplaced = { versions: [], next: null, may_change: false };
const forAnyUse = {
  ...{ usable_until: null, usable_until_of: null, asks_first: false, asks_first_of: null, withheld: null },
  ...{ own: { usable_until: null, asks_first: false }, request: null, may_set: false, may_answer: false, waiting: 0 },
};

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
    // What areas say beside an entry and on its page.
    http.get('http://vitrine.test/api/app/*/review/entry/*', answer(unreviewed)),
    http.get('http://vitrine.test/api/app/*/version/entry/*', answer(neverReplaced)),
    http.get('http://vitrine.test/api/app/*/usage/*', answer(forAnyUse)),
    http.get('http://vitrine.test/api/app/*', answer({ items: [], total: 0 })),
    http.get(`${core}/*`, answer({ items: [], total: 0, next: null, services: [], title: '', group_title: '' })),
  );
}
