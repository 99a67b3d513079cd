import type { ApplicationKind } from '../platform/registry/area';
import type { Application, Role } from '../platform/session/account';

/** `appId` is that of an application instance. */
export type MenuEntry = { title: string | null; href: string; within: string; appId?: number };
/** `key` is the application's, or one of the shell's own two. */
export type MenuGroup = {
  key: 'home' | 'settings' | (string & {});
  kind?: ApplicationKind;
  entries: readonly MenuEntry[];
};

/** The drawer: home, then each kind of application the user has, then settings for anyone beyond a regular user. */
export function menu(
  kinds: readonly ApplicationKind[],
  applications: readonly Application[],
  roles: readonly Role[],
): readonly MenuGroup[] {
  const homeApp = applications.find((app) => app.application_key === 'home');
  const home = homeApp === undefined ? '/' : `/?appId=${homeApp.application_instance_id}`;
  const groups: MenuGroup[] = [{ key: 'home', entries: [{ title: null, href: home, within: '/' }] }];
  for (const kind of kinds) {
    const entries = applications
      .filter((app) => app.application_key === kind.key)
      .map(({ application_instance_id: id, application_instance_title: title }) => ({
        title,
        href: kind.home(id),
        within: kind.within(id),
        appId: id,
      }));
    if (entries.length > 0) groups.push({ key: kind.key, kind, entries });
  }
  if (roles.some((role) => role !== 'USER_REGULAR')) {
    groups.push({ key: 'settings', entries: [{ title: null, href: '/settings', within: '/settings' }] });
  }
  return groups;
}

const isBelow = (pathname: string, path: string) =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);

/** The current entry. */
export function isAt(pathname: string, group: MenuGroup, entry: MenuEntry, kinds: readonly ApplicationKind[]): boolean {
  if (group.key === 'home') return pathname === '/';
  // The settings of an application are below it in the address, but belong to the settings.
  if (isOfSettings(pathname, kinds)) return group.key === 'settings';
  const apart = entry.appId === undefined ? [] : (group.kind?.apart?.(entry.appId) ?? []);
  return isBelow(pathname, entry.within) && !apart.includes(pathname);
}

function isOfSettings(pathname: string, kinds: readonly ApplicationKind[]): boolean {
  const appId = Number(/^\/[^/]+\/(\d+)\//.exec(pathname)?.[1]);
  return kinds.some((kind) => kind.settings !== undefined && isBelow(pathname, kind.settings(appId)));
}
