import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { queryClient } from '../platform/api/query-client';
import type { Role } from '../platform/session/account';
import { signedInAs } from '../testing/account';
import { application } from '../testing/answers';
import { openPage } from '../testing/open-page';
import { startServer } from '../testing/server';
import { makeRouter } from './router';

const server = startServer();

const people: Readonly<Record<string, readonly Role[]>> = {
  regular: ['USER_REGULAR'],
  manager: ['USER_REGULAR', 'USER_MANAGER'],
  admin: ['USER_REGULAR', 'USER_ADMIN'],
  master: ['USER_MASTER'],
};

/** Each screen of the settings with an address of it, and who may open it (specification part 1, §6). */
const screens: readonly [string, string, string, readonly string[]][] = [
  ['/settings', '/settings', 'Settings', ['manager', 'admin', 'master']],
  ['/settings/core/tenant', '/settings/core/tenant', 'Tenants', ['admin', 'master']],
  ['/settings/core/application_instance', '/settings/core/application_instance', 'Application instances', ['master']],
  ['/settings/core/tenant/$tenantId/admin', '/settings/core/tenant/7/admin', 'Admins', ['admin', 'master']],
  ['/settings/core/master_user', '/settings/core/master_user', 'Masters', ['master']],
  ['/settings/core/company', '/settings/core/company', 'Companies', ['admin', 'master']],
  ['/settings/core/user', '/settings/core/user', 'Users', ['admin', 'master']],
  ['/settings/core/group', '/settings/core/group', 'Groups', ['manager', 'admin']],
  [
    '/settings/core/company/$companyId/group/$groupId/users/{-$originTenant}',
    '/settings/core/company/2/group/3/users',
    'Members',
    ['manager', 'admin'],
  ],
  [
    '/settings/core/company/$companyId/group/$groupId/users/{-$originTenant}',
    '/settings/core/company/2/group/3/users/9',
    'Members',
    ['manager', 'admin'],
  ],
  [
    '/settings/core/group/$groupId/external_companies',
    '/settings/core/group/3/external_companies',
    'External companies',
    ['manager', 'admin'],
  ],
  ['/settings/core/tenant/$tenantId/quotas', '/settings/core/tenant/7/quotas', 'Quotas', ['admin', 'master']],
  [
    '/settings/core/tenant/$tenantId/identity_provider',
    '/settings/core/tenant/7/identity_provider',
    'Identity provider',
    ['admin', 'master'],
  ],
  ['/settings/core/theme', '/settings/core/theme', 'Themes', ['admin', 'master']],
  ['/settings/core/system_log', '/settings/core/system_log', 'System log', ['admin', 'master']],
  ['/settings/core/service', '/settings/core/service', 'Services', ['master']],
  ['/settings/core/invitation', '/settings/core/invitation', 'Invitations', ['manager', 'admin', 'master']],
];

/** Screens of one content application, for admins who have it (specification part 2, §6). */
const contentScreens: readonly [string, string][] = [
  ['/content/4/settings', 'Content settings'],
  ['/content/4/settings/file_server', 'File servers'],
  ['/content/4/settings/repository', 'Repositories'],
];

afterEach(cleanup);

describe.each(Object.entries(people))('a %s user', (name, roles) => {
  it.each(screens)('at %s (%s)', async (_, path, title, allowed) => {
    signedInAs(server, roles);
    const { router } = await openPage(path);
    if (allowed.includes(name)) {
      expect((await screen.findByRole('heading', { level: 1 })).textContent?.trim()).toContain(title);
      expect(router.state.location.pathname).toBe(path);
    } else {
      await waitFor(() => expect(router.state.location.pathname).toBe('/'));
      expect(router.state.location.href).toBe('/');
      expect(await screen.findAllByText('That page is not open to you.')).toHaveLength(1);
    }
  });
});

describe.each(Object.entries(people))('a %s user with a content application', (name, roles) => {
  it.each(contentScreens)('at %s', async (path, title) => {
    signedInAs(server, roles, [application(4, 'content')]);
    const { router } = await openPage(path);
    if (name === 'admin') {
      expect((await screen.findByRole('heading', { level: 1 })).textContent?.trim()).toBe(title);
      expect(router.state.location.pathname).toBe(path);
    } else await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

it('an admin is led away from the settings of an application that they do not have', async () => {
  signedInAs(server, ['USER_REGULAR', 'USER_ADMIN'], [application(4, 'content')]);
  const { router } = await openPage('/content/5/settings/repository');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

it.each(Object.entries(people))('a %s user has a profile', async (_, roles) => {
  signedInAs(server, roles);
  const { router } = await openPage('/user/profile');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Profile');
  expect(router.state.location.pathname).toBe('/user/profile');
});

/** The settings screens of the router, with the roles that they ask. */
function settingsScreens(): ReadonlyMap<string, readonly Role[]> {
  const routes = Object.values(makeRouter(queryClient).routesById).filter(({ fullPath }) =>
    /^\/settings(\/|$)/.test(fullPath),
  );
  return new Map(
    routes.flatMap(({ fullPath, options }) =>
      options.staticData?.roles ? [[fullPath.replace(/(.)\/$/, '$1'), options.staticData.roles]] : [],
    ),
  );
}

it('no screen of core administration is left out', () => {
  expect(new Set<string>(screens.map(([route]) => route))).toEqual(new Set(settingsScreens().keys()));
});

it('the table of roles is the one that the routes ask', () => {
  const asked = settingsScreens();
  const roleOf = (name: string) => people[name]?.at(-1);
  for (const [route, , , allowed] of screens) {
    expect([...(asked.get(route) ?? [])].sort()).toEqual(allowed.map(roleOf).sort());
  }
});
