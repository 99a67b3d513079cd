import type { Icon } from '@tabler/icons-react';
import type { SettingsScreen } from '../../platform/registry/area';
import type { Words } from '../../platform/registry/words';
import type { Application, Role } from '../../platform/session/account';

export type SettingsEntry = { key: string; path: string; icon: Icon; label: Words; about: Words; also?: RegExp };
/** `appId` is the application instance whose settings it has. */
export type SettingsGroup = { key: string; title: string; appId?: number; entries: readonly SettingsEntry[] };

function entryOf({ key, route, icon, label, about, also }: SettingsScreen, appId?: number): SettingsEntry {
  const path = appId === undefined ? route.fullPath : route.fullPath.replace('$appId', String(appId));
  return { key, path, icon, label, about, ...(also && { also }) };
}

function mayOpen({ route }: SettingsScreen, roles: readonly Role[]): boolean {
  return (route.options.staticData?.roles as readonly Role[] | undefined)?.some((role) => roles.includes(role)) ?? true;
}

const applicationOf = ({ route }: SettingsScreen): string | undefined => route.options.staticData?.app;

/** The settings of each application that the user has; with several of a kind, each has its own title. */
function ofApplications(title: string, screens: readonly SettingsScreen[], applications: readonly Application[]) {
  const kinds = [...new Set(screens.map(applicationOf))];
  return kinds.flatMap((kind) => {
    const own = applications.filter((app) => app.application_key === kind);
    return own.map(({ application_instance_id: appId, application_instance_title }) => ({
      title: own.length > 1 ? application_instance_title : title,
      appId,
      entries: screens.filter((screen) => applicationOf(screen) === kind).map((screen) => entryOf(screen, appId)),
    }));
  });
}

/** The screens that a user with these roles may open. */
export function settingsMenu(
  screens: readonly SettingsScreen[],
  roles: readonly Role[],
  applications: readonly Application[],
): readonly SettingsGroup[] {
  const open = screens.filter((screen) => mayOpen(screen, roles));
  const groups = new Map(open.map(({ group }) => [group.key, group]));
  return [...groups.values()]
    .sort((one, other) => one.order - other.order)
    .flatMap(({ key, title }) => {
      const inGroup = open.filter(({ group }) => group.key === key);
      const entries = inGroup.filter((screen) => applicationOf(screen) === undefined).map((screen) => entryOf(screen));
      const ofOwn = ofApplications(
        title(),
        inGroup.filter((screen) => applicationOf(screen) !== undefined),
        applications,
      );
      return [
        ...(entries.length > 0 ? [{ key, title: title(), entries }] : []),
        ...ofOwn.map((own) => ({ key, ...own })),
      ];
    });
}

/** The entry of a menu that the address belongs to. */
export function isAtEntry(pathname: string, entry: SettingsEntry, entries: readonly SettingsEntry[]): boolean {
  const claimed = entries.find(({ also }) => also?.test(pathname));
  if (claimed !== undefined) return claimed.key === entry.key;
  return pathname === entry.path || pathname.startsWith(`${entry.path}/`);
}
