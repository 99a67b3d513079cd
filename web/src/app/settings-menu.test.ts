import { beforeAll, expect, it } from 'vitest';
import { queryClient } from '../platform/api/query-client';
import { startI18n } from '../platform/i18n/i18n';
import { loadSettingsTexts } from '../platform/i18n/settings-texts';
import type { SettingsScreen } from '../platform/registry/area';
import { registryOf } from '../platform/registry/registry';
import type { Application } from '../platform/session/account';
import { isAtEntry, settingsMenu } from '../shell/settings/settings-menu';
import { areas } from './areas';
import { makeRouter } from './router';

// Routes know their addresses once a router has them.
makeRouter(queryClient);

/** The screens that these tests speak of; an area may add others. */
const known = [
  'tenants',
  'companies',
  'users',
  'groups_of_users',
  'invitations',
  'masters',
  'system_log',
  'file_servers',
  'repositories',
];
let screens: readonly SettingsScreen[];

beforeAll(async () => {
  await startI18n();
  await loadSettingsTexts();
  screens = (await registryOf(areas).settings()).filter(({ key }) => known.includes(key));
});

it.each([
  ['/settings/core/company', '/settings/core/company', true],
  ['/settings/core/tenant/7/admin', '/settings/core/tenant', true],
  ['/settings/core/company/1/group/2/users/3', '/settings/core/group', true],
  ['/settings/core/company/1/group/2/users', '/settings/core/company', false],
  ['/settings/core/user', '/settings/core/tenant', false],
] as const)('%s lies at %s: %s', (pathname, path, at) => {
  const entries = settingsMenu(screens, ['USER_MASTER', 'USER_ADMIN'], []).flatMap((group) => group.entries);
  expect(entries.filter((entry) => entry.path === path).map((entry) => isAtEntry(pathname, entry, entries))).toEqual([
    at,
  ]);
});

it('offers the screens that there are, to those who may open them', () => {
  const keys = (...roles: Parameters<typeof settingsMenu>[1]) =>
    settingsMenu(screens, roles, []).flatMap(({ entries }) => entries.map(({ key }) => key));
  expect(keys('USER_REGULAR')).toEqual([]);
  expect(keys('USER_REGULAR', 'USER_MANAGER')).toEqual(['groups_of_users', 'invitations']);
  expect(keys('USER_MASTER')).toEqual(['tenants', 'companies', 'users', 'invitations', 'masters', 'system_log']);
});

it('offers an admin the settings of each content application that they have', () => {
  const app = (id: number, key: Application['application_key']): Application =>
    ({ application_instance_id: id, application_instance_title: `App ${id}`, application_key: key }) as Application;
  const groups = (roles: Parameters<typeof settingsMenu>[1], applications: readonly Application[]) =>
    settingsMenu(screens, roles, applications)
      .filter(({ key }) => key === 'content')
      .map(({ title, entries }) => [title, entries.map(({ path }) => path)]);
  const apps = [app(4, 'content'), app(5, 'home')];
  expect(groups(['USER_REGULAR', 'USER_MANAGER'], apps)).toEqual([]);
  expect(groups(['USER_MASTER'], apps)).toEqual([]);
  expect(groups(['USER_ADMIN'], apps)).toEqual([
    ['Library', ['/content/4/settings/file_server', '/content/4/settings/repository']],
  ]);
  expect(groups(['USER_ADMIN'], [...apps, app(6, 'content')]).map(([title]) => title)).toEqual(['App 4', 'App 6']);
});
