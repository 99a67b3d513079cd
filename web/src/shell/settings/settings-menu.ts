import {
  type Icon,
  IconActivityHeartbeat,
  IconApps,
  IconBuilding,
  IconBuildingStore,
  IconClipboardList,
  IconLibraryPhoto,
  IconMailForward,
  IconPalette,
  IconServer2,
  IconShieldStar,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { contentSettingsData, contentSettingsPaths } from '../../platform/routing/content-settings';
import { type SettingsPath, settingsRoles } from '../../platform/routing/settings';
import type { Application, Role } from '../../platform/session/account';

type SettingsKey =
  | 'tenants'
  | 'companies'
  | 'users'
  | 'groups_of_users'
  | 'invitations'
  | 'themes'
  | 'instances'
  | 'masters'
  | 'services'
  | 'system_log'
  | 'file_servers'
  | 'repositories';

type SettingsEntry<Path extends string = string> = { key: SettingsKey; path: Path; icon: Icon };
type Group<Path extends string> = {
  key: 'organisation' | 'content' | 'platform' | 'records';
  entries: readonly SettingsEntry<Path>[];
};
/** With an application instance if its settings are meant, and its title if there are several. */
export type SettingsGroup = Group<string> & { appId?: number; title?: string };

/** Every settings screen of the menu, in the order in which an organisation is set up. */
const everything: readonly Group<SettingsPath>[] = [
  {
    key: 'organisation',
    entries: [
      { key: 'tenants', path: '/settings/core/tenant', icon: IconBuilding },
      { key: 'companies', path: '/settings/core/company', icon: IconBuildingStore },
      { key: 'users', path: '/settings/core/user', icon: IconUser },
      { key: 'groups_of_users', path: '/settings/core/group', icon: IconUsersGroup },
      { key: 'invitations', path: '/settings/core/invitation', icon: IconMailForward },
      { key: 'themes', path: '/settings/core/theme', icon: IconPalette },
    ],
  },
  {
    key: 'platform',
    entries: [
      { key: 'instances', path: '/settings/core/application_instance', icon: IconApps },
      { key: 'masters', path: '/settings/core/master_user', icon: IconShieldStar },
      { key: 'services', path: '/settings/core/service', icon: IconActivityHeartbeat },
    ],
  },
  {
    key: 'records',
    entries: [{ key: 'system_log', path: '/settings/core/system_log', icon: IconClipboardList }],
  },
];

/** The existing screens that a user with these roles may open. */
export function settingsMenu(roles: readonly Role[], hasRoute: (path: string) => boolean): readonly SettingsGroup[] {
  const may = (path: SettingsPath) => (settingsRoles[path] as readonly Role[]).some((role) => roles.includes(role));
  return everything
    .map((group) => ({ ...group, entries: group.entries.filter(({ path }) => hasRoute(path) && may(path)) }))
    .filter((group) => group.entries.length > 0);
}

const ofContent = [
  { key: 'file_servers', path: contentSettingsPaths.file_servers, icon: IconServer2 },
  { key: 'repositories', path: contentSettingsPaths.repositories, icon: IconLibraryPhoto },
] as const;

/** For an admin, the settings of each of their content applications. */
export function contentMenu(roles: readonly Role[], applications: readonly Application[]): readonly SettingsGroup[] {
  if (!contentSettingsData.roles.some((role) => roles.includes(role))) return [];
  const own = applications.filter((app) => app.application_key === contentSettingsData.app);
  return own.map((app) => ({
    key: 'content',
    appId: app.application_instance_id,
    ...(own.length > 1 && { title: app.application_instance_title }),
    entries: ofContent.map((entry) => ({
      ...entry,
      path: entry.path.replace('$appId', String(app.application_instance_id)),
    })),
  }));
}

/** The current entry. The people of a group are below their company in the address, but belong to the groups. */
export function isAtEntry(pathname: string, path: string): boolean {
  const place = /^\/settings\/core\/company\/\d+\/group\//.test(pathname) ? '/settings/core/group' : pathname;
  return place === path || place.startsWith(`${path}/`);
}
