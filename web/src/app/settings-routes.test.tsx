import type { AnyRoute } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { queryClient } from '../platform/api/query-client';
import type { Area } from '../platform/registry/area';
import type { Role } from '../platform/session/account';
import { signedInAs } from '../testing/account';
import { application } from '../testing/answers';
import { openPage } from '../testing/open-page';
import { startServer } from '../testing/server';
import { areas } from './areas';
import { makeRouter } from './router';

const server = startServer();

const people: Readonly<Record<string, readonly Role[]>> = {
  regular: ['USER_REGULAR'],
  manager: ['USER_REGULAR', 'USER_MANAGER'],
  admin: ['USER_REGULAR', 'USER_ADMIN'],
  master: ['USER_MASTER'],
};

/** A screen of the settings, and who may open it. */
interface Expectation {
  route: string;
  /** An address of it, if its route has parameters. */
  path?: string;
  heading: string;
  roles: readonly string[];
}

/** The screens that belong to no area: the lists of all others. */
const shellScreens: readonly Expectation[] = [
  { route: '/settings', heading: 'Settings', roles: ['manager', 'admin', 'master'] },
  {
    route: '/content/$appId/settings',
    path: '/content/4/settings',
    heading: 'Library settings',
    roles: ['admin'],
  },
];

const files = import.meta.glob<readonly Expectation[]>('../areas/*/settings-expectations.json', {
  eager: true,
  import: 'default',
});

const fileOf = (area: string) => `../areas/${area}/settings-expectations.json`;

const screens = [...shellScreens, ...Object.values(files).flat()];

afterEach(cleanup);

describe.each(Object.entries(people))('a %s user', (name, roles) => {
  it.each(screens.map(({ route, path = route, heading, roles: allowed }) => [path, heading, allowed] as const))(
    'at %s (%s)',
    async (path, heading, allowed) => {
      signedInAs(server, roles, [application(3, 'home'), application(4, 'content')]);
      const { router } = await openPage(path);
      if (allowed.includes(name)) {
        expect((await screen.findByRole('heading', { level: 1 })).textContent?.trim()).toContain(heading);
        expect(router.state.location.pathname).toBe(path);
      } else {
        await waitFor(() => expect(router.state.location.pathname).toBe('/'));
        expect(router.state.location.href).toBe('/');
        expect(await screen.findAllByText('That page is not open to you.')).toHaveLength(1);
      }
    },
  );
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

/** The screens of the settings that an area adds, with the roles that they ask. */
function screensOf({ routes }: Area): ReadonlyMap<string, readonly Role[]> {
  const added: readonly AnyRoute[] = [...(routes.settings ?? []), ...(routes.contentSettings ?? [])];
  return new Map(added.map(({ fullPath, options }) => [fullPath, options.staticData?.roles ?? []]));
}

it.each(areas.map((area) => [fileOf(area.name), area] as const))('%s has every screen of its area', (file, area) => {
  // Routes know their addresses once a router has them.
  makeRouter(queryClient);
  const asked = screensOf(area);
  const expected = files[file] ?? [];
  expect(new Set(expected.map(({ route }) => route))).toEqual(new Set(asked.keys()));
  const roleOf = (name: string) => people[name]?.at(-1);
  for (const { route, roles } of expected) {
    expect([...(asked.get(route) ?? [])].sort(), route).toEqual(roles.map(roleOf).sort());
  }
});

it('no screen of the settings is left out, wherever it is added', () => {
  const routes = Object.values(makeRouter(queryClient).routesById).filter(
    ({ fullPath, options }) => /^(\/content\/\$appId)?\/settings(\/|$)/.test(fullPath) && options.staticData?.roles,
  );
  const known = screens.map(({ route }) => route);
  expect(routes.length).toBeGreaterThan(10);
  expect(
    routes.map(({ fullPath }) => fullPath.replace(/(.)\/$/, '$1')).filter((path) => !known.includes(path)),
  ).toEqual([]);
});

it('no expectations lie where no area is', () => {
  const known = areas.map(({ name }) => fileOf(name));
  expect(Object.keys(files).filter((file) => !known.includes(file))).toEqual([]);
});
