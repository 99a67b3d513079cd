import { expect, it } from 'vitest';
import type { Application } from '../../platform/session/account';
import { contentMenu, isAtEntry, settingsMenu } from './settings-menu';

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

it('offers an admin the settings of each content application that they have', () => {
  const app = (id: number, key: Application['application_key']): Application =>
    ({ application_instance_id: id, application_instance_title: `App ${id}`, application_key: key }) as Application;
  const groups = (...args: Parameters<typeof contentMenu>) =>
    contentMenu(...args).map(({ title, entries }) => [title, entries.map(({ path }) => path)]);
  const apps = [app(4, 'content'), app(5, 'home')];
  expect(groups(['USER_REGULAR', 'USER_MANAGER'], apps)).toEqual([]);
  expect(groups(['USER_MASTER'], apps)).toEqual([]);
  expect(groups(['USER_ADMIN'], apps)).toEqual([
    [undefined, ['/content/4/settings/file_server', '/content/4/settings/repository']],
  ]);
  expect(groups(['USER_ADMIN'], [...apps, app(6, 'content')]).map(([title]) => title)).toEqual(['App 4', 'App 6']);
});
