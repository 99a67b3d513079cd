import type { Redirect, Target } from '../platform/routing/roots';
import type { Role } from '../platform/session/account';
import type { AppArea } from '../platform/session/memory';

/** The session as the guard sees it. `failed`: there was a token, and its check did not pass. */
export type GuardSession =
  | { state: 'out' }
  | { state: 'failed' }
  | { state: 'in'; resetPassword: boolean; roles: readonly Role[]; apps: ReadonlyMap<number, string> };

export type GuardLocation = { href: string };

function isOwnApp(session: GuardSession & { state: 'in' }, appId: unknown, area: AppArea): boolean {
  return typeof appId === 'number' && session.apps.get(appId) === area;
}

/** A screen that the user meant to open, not the sign-in or the first page. */
function isWanted({ path, data }: Target): boolean {
  return path !== '/' && data.access === undefined;
}

/**
 * Where a session is sent instead of its target; null lets it in. The rules, in order:
 *
 * 1. without a session: to the sign-in, and back afterwards
 * 2. a new password is required: there first
 * 3. a screen for people without a session: home
 * 4. none of the roles that the screen asks for: home
 * 5. an application instance that is not one's own: home
 *
 * 6 and 7 are in `remembered`; 8: a session whose check failed is none.
 */
export function decide(session: GuardSession, target: Target, location: GuardLocation): Redirect | null {
  const { access, roles, app } = target.data;
  if (session.state !== 'in') {
    // Rules 1 and 8: no session, or one whose check failed.
    return access === undefined ? { to: '/login', redirect: location.href } : null;
  }
  if (session.resetPassword && target.path !== '/reset-password') {
    // The wanted page is remembered while a new password is required, as at sign-in.
    return { to: '/reset-password', ...(isWanted(target) && { redirect: location.href }) }; // 2
  }
  if (access === 'loggedOutOnly') return { to: '/' }; // 3
  if (roles !== undefined && !roles.some((role) => session.roles.includes(role))) {
    return { to: '/' }; // 4
  }
  if (app !== undefined && !isOwnApp(session, target.params['appId'], app)) return { to: '/' }; // 5
  return null;
}

export type Remembered = { lastPath: string | null; selected: Readonly<Record<AppArea, number>> };

const forgettable = new Set(['/login', '/reset-password']);

/** For a route that has opened: 6, the application that it selects, and 7, the last path. */
export function remembered(session: GuardSession, target: Target, location: GuardLocation): Remembered {
  if (session.state !== 'in') return { lastPath: null, selected: {} };
  const { appId, contentAppId } = target.params;
  const selected: Record<AppArea, number> = {};
  const { app } = target.data;
  if (app !== undefined && typeof appId === 'number' && isOwnApp(session, appId, app)) selected[app] = appId;
  if (typeof contentAppId === 'number' && isOwnApp(session, contentAppId, 'content'))
    selected['content'] = contentAppId;
  return { lastPath: forgettable.has(target.path) ? null : location.href, selected };
}
