import { createRoute } from '@tanstack/react-router';
import { loadSettingsTexts } from '../i18n/settings-texts';
import type { Role } from '../session/account';
import { page } from './page';
import { shellRoute } from './roots';

const manager = 'USER_MANAGER';
const admin = 'USER_ADMIN';
const master = 'USER_MASTER';

/** Who may open a settings screen; the server has gates of its own behind each call. */
export const settingsRoles = {
  anyone: [master, admin, manager],
  administrators: [master, admin],
  groupManagers: [admin, manager],
  masters: [master],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

/** Parent of every settings screen: the column of links beside it. `app/` sets its component. */
export const settingsRoute = createRoute({ getParentRoute: () => shellRoute, path: '/settings' });

/** A settings screen in its own file; it is shown when its texts are loaded too. */
export function settingsPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return page(async () => {
    const [module] = await Promise.all([load(), loadSettingsTexts()]);
    return module;
  }, name);
}
