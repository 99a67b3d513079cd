import { describe, expect, it } from 'vitest';
import type { Redirect, Target } from '../platform/routing/roots';
import type { Role } from '../platform/session/account';
import { decide, type GuardSession, remembered } from './guard';

const roleSets: Readonly<Record<string, readonly Role[]>> = {
  regular: ['USER_REGULAR'],
  manager: ['USER_REGULAR', 'USER_MANAGER'],
  admin: ['USER_REGULAR', 'USER_ADMIN'],
  master: ['USER_MASTER'],
};

const apps = new Map([
  [7, 'content'],
  [8, 'cdp'],
  [9, 'ai_workforce'],
  [3, 'home'],
]);

function signedIn(roles: readonly Role[], resetPassword = false): GuardSession {
  return { state: 'in', resetPassword, roles, apps };
}

function target(path: string, data: Target['data'] = {}, params: Target['params'] = {}): Target {
  return { path, data, params };
}

const login = target('/login', { access: 'loggedOutOnly' });
const home = target('/');
const reset = target('/reset-password');
const tenants = target('/settings/core/tenant', { roles: ['USER_MASTER', 'USER_ADMIN'] });
const groups = target('/settings/core/group', { roles: ['USER_ADMIN', 'USER_MANAGER'] });
const masters = target('/settings/core/master_user', { roles: ['USER_MASTER'] });
const folder = (appId: unknown) => target('/content/$appId/navigation/$parentId', { app: 'content' }, { appId });
const cdp = (appId: unknown) => target('/cdp/$appId/profile_view_export', { app: 'cdp' }, { appId });

const here = { href: '/wanted?x=1' };

describe.each(Object.entries(roleSets))('a %s user', (name, roles) => {
  const may = (...allowed: string[]): Redirect | null => (allowed.includes(name) ? null : { to: '/' });

  it.each<[string, GuardSession, Target, Redirect | null]>([
    [
      'rule 1: without a session goes to /login and back',
      { state: 'out' },
      home,
      { to: '/login', redirect: here.href },
    ],
    ['rule 1: without a session may open /login', { state: 'out' }, login, null],
    ['rule 2: flagged for a reset goes to /reset-password', signedIn(roles, true), home, { to: '/reset-password' }],
    ['rule 2: flagged goes there from /login too', signedIn(roles, true), login, { to: '/reset-password' }],
    ['rule 2: flagged may stay on /reset-password', signedIn(roles, true), reset, null],
    ['rule 2: not flagged may reset of free will', signedIn(roles), reset, null],
    [
      'rule 2 comes before rule 4, and remembers what was wanted',
      signedIn(roles, true),
      masters,
      { to: '/reset-password', redirect: here.href },
    ],
    ['rule 3: on a logged-out-only route goes home', signedIn(roles), login, { to: '/' }],
    ['rule 4: tenants are for master and admin', signedIn(roles), tenants, may('master', 'admin')],
    ['rule 4: groups are for admin and manager', signedIn(roles), groups, may('admin', 'manager')],
    ['rule 4: master users are for master', signedIn(roles), masters, may('master')],
    ['rule 5: own content instance', signedIn(roles), folder(7), null],
    ['rule 5: an instance one does not have', signedIn(roles), folder(70), { to: '/' }],
    ['rule 5: an instance of another kind', signedIn(roles), folder(8), { to: '/' }],
    ['rule 5: no number', signedIn(roles), folder(Number.NaN), { to: '/' }],
    ['rule 5: own cdp instance', signedIn(roles), cdp(8), null],
    ['rule 5: cdp with a content instance', signedIn(roles), cdp(7), { to: '/' }],
    [
      'rule 8: a failed check goes to /login and back',
      { state: 'failed' },
      folder(7),
      { to: '/login', redirect: here.href },
    ],
    ['rule 8: a failed check does not loop on /login', { state: 'failed' }, login, null],
    ['an open route', signedIn(roles), home, null],
  ])('%s', (_, session, wanted, expected) => {
    expect(decide(session, wanted, here)).toEqual(expected);
  });

  it.each<[string, Target, ReturnType<typeof remembered>]>([
    ['rule 6: selects the content app of the route', folder(7), { lastPath: here.href, selected: { content: 7 } }],
    ['rule 6: selects the cdp app', cdp(8), { lastPath: here.href, selected: { cdp: 8 } }],
    [
      'rule 6: a contentAppId selects the content app beside the route’s own',
      target('/ai_workforce/$appId/storyboard/$contentAppId', { app: 'ai_workforce' }, { appId: 9, contentAppId: 7 }),
      { lastPath: here.href, selected: { ai_workforce: 9, content: 7 } },
    ],
    [
      'rule 6: a contentAppId one does not have selects nothing',
      target('/ai_workforce/$appId/storyboard/$contentAppId', { app: 'ai_workforce' }, { appId: 9, contentAppId: 70 }),
      { lastPath: here.href, selected: { ai_workforce: 9 } },
    ],
    ['rule 7: remembers the full path', home, { lastPath: here.href, selected: {} }],
    ['rule 7: forgets /login', login, { lastPath: null, selected: {} }],
    ['rule 7: forgets /reset-password', reset, { lastPath: null, selected: {} }],
  ])('%s', (_, opened, expected) => {
    expect(remembered(signedIn(roles), opened, here)).toEqual(expected);
  });
});

it('remembers nothing for someone who is not signed in', () => {
  expect(remembered({ state: 'out' }, home, here)).toEqual({ lastPath: null, selected: {} });
});
