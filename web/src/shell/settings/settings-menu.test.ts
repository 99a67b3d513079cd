import { expect, it } from 'vitest';
import { isAtEntry, settingsMenu } from './settings-menu';

it.each([
  ['/settings/core/company', '/settings/core/company', true],
  ['/settings/core/tenant/7/admin', '/settings/core/tenant', true],
  ['/settings/core/company/1/group/2/users/3', '/settings/core/group', true],
  ['/settings/core/company/1/group/2/users', '/settings/core/company', false],
  ['/settings/core/user', '/settings/core/tenant', false],
] as const)('%s lies at %s: %s', (pathname, path, at) => {
  expect(isAtEntry(pathname, path)).toBe(at);
});

it('offers the screens that there are, to those who may open them', () => {
  const keys = (...roles: Parameters<typeof settingsMenu>[0]) =>
    settingsMenu(roles, (path) => path !== '/settings/core/service').flatMap(({ entries }) =>
      entries.map(({ key }) => key),
    );
  expect(keys('USER_REGULAR')).toEqual([]);
  expect(keys('USER_REGULAR', 'USER_MANAGER')).toEqual(['groups_of_users', 'invitations']);
  expect(keys('USER_MASTER')).toEqual([
    'tenants',
    'companies',
    'users',
    'invitations',
    'themes',
    'instances',
    'masters',
    'system_log',
  ]);
});
