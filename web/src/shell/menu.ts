import type { Application, Role } from '../platform/session/account';

export type MenuGroupKey = 'home' | 'content' | 'cdp' | 'ai_workforce' | 'settings';

export type MenuEntry = { title: string | null; href: string; appId: number | null };
export type MenuGroup = { key: MenuGroupKey; entries: readonly MenuEntry[]; under: string };

type Destination = { route: string; href: (id: number) => string };

/** The target of each kind of application; shown only if the app has the screen (`hasRoute`). */
const destinations: Record<'content' | 'cdp' | 'ai_workforce', Destination> = {
  cdp: {
    route: '/cdp/$appId/profile_view_export',
    href: (id) => `/cdp/${id}/profile_view_export`,
  },
  content: {
    route: '/content/$appId/navigation/home',
    href: (id) => `/content/${id}/navigation/home`,
  },
  ai_workforce: { route: '/ai_workforce', href: () => '/ai_workforce' },
};

const order = ['cdp', 'content', 'ai_workforce'] as const;

/** The drawer: home, then each kind of application the user has, then settings for anyone beyond a regular user. */
export function menu(
  applications: readonly Application[],
  roles: readonly Role[],
  hasRoute: (path: string) => boolean,
): readonly MenuGroup[] {
  const homeApp = applications.find((app) => app.application_key === 'home');
  const appId = homeApp?.application_instance_id ?? null;
  const groups: MenuGroup[] = [
    { key: 'home', under: '/', entries: [{ title: null, href: appId === null ? '/' : `/?appId=${appId}`, appId }] },
  ];
  for (const key of order) {
    const { route, href } = destinations[key];
    const entries = applications
      .filter((app) => app.application_key === key)
      .map((app) => ({
        title: app.application_instance_title,
        href: href(app.application_instance_id),
        appId: app.application_instance_id,
      }));
    if (entries.length > 0 && hasRoute(route)) groups.push({ key, under: `/${key}`, entries });
  }
  if (roles.some((role) => role !== 'USER_REGULAR') && hasRoute('/settings')) {
    groups.push({ key: 'settings', under: '/settings', entries: [{ title: null, href: '/settings', appId: null }] });
  }
  return groups;
}

/** The current entry. */
export function isAt(pathname: string, group: MenuGroup, entry: MenuEntry): boolean {
  if (group.key === 'home') return pathname === '/';
  // The settings of an application are below it in the address, but belong to the settings.
  if (/^\/content\/\d+\/settings(\/|$)/.test(pathname)) return group.key === 'settings';
  if (entry.appId !== null && group.key !== 'ai_workforce') return pathname.startsWith(`/${group.key}/${entry.appId}/`);
  return pathname === group.under || pathname.startsWith(`${group.under}/`);
}
