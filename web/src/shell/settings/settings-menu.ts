import {
  type Icon,
  IconActivityHeartbeat,
  IconApps,
  IconBuilding,
  IconBuildingStore,
  IconClipboardList,
  IconMailForward,
  IconPalette,
  IconShieldStar,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { type SettingsPath, settingsRoles } from '../../platform/routing/settings';
import type { Role } from '../../platform/session/account';

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
  | 'system_log';

type SettingsEntry = { key: SettingsKey; path: SettingsPath; icon: Icon };
export type SettingsGroup = { key: 'organisation' | 'platform' | 'records'; entries: readonly SettingsEntry[] };

/** Every settings screen that is reached from the menu, in the order in which an organisation is set up. */
const everything: readonly SettingsGroup[] = [
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

/** What somebody with these roles may open, of the screens that there are. */
export function settingsMenu(roles: readonly Role[], hasRoute: (path: string) => boolean): readonly SettingsGroup[] {
  const may = (path: SettingsPath) => (settingsRoles[path] as readonly Role[]).some((role) => roles.includes(role));
  return everything
    .map((group) => ({ ...group, entries: group.entries.filter(({ path }) => hasRoute(path) && may(path)) }))
    .filter((group) => group.entries.length > 0);
}

/** The entry one is at. The people of a group lie below their company in the address, and belong to the groups. */
export function isAtEntry(pathname: string, path: SettingsPath): boolean {
  const place = /^\/settings\/core\/company\/\d+\/group\//.test(pathname) ? '/settings/core/group' : pathname;
  return place === path || place.startsWith(`${path}/`);
}
