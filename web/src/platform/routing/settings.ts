import { createRoute } from '@tanstack/react-router';
import { loadSettingsTexts } from '../i18n/settings-texts';
import type { Role } from '../session/account';
import { page } from './page';
import { shellRoute } from './roots';

const manager = 'USER_MANAGER';
const admin = 'USER_ADMIN';
const master = 'USER_MASTER';

/** The roles that may open each settings screen; the server has gates of its own behind each call. */
export const settingsRoles = {
  '/settings': [master, admin, manager],
  '/settings/core/tenant': [master, admin],
  '/settings/core/application_instance': [master],
  '/settings/core/tenant/$tenantId/admin': [master, admin],
  '/settings/core/tenant/$tenantId/quotas': [master, admin],
  '/settings/core/tenant/$tenantId/identity_provider': [master, admin],
  '/settings/core/master_user': [master],
  '/settings/core/company': [master, admin],
  '/settings/core/user': [master, admin],
  '/settings/core/group': [admin, manager],
  '/settings/core/company/$companyId/group/$groupId/users/{-$originTenant}': [admin, manager],
  '/settings/core/group/$groupId/external_companies': [admin, manager],
  '/settings/core/theme': [master, admin],
  '/settings/core/system_log': [master, admin],
  '/settings/core/service': [master],
  '/settings/core/invitation': [master, admin, manager],
  '/settings/operation/field': [master, admin],
  '/settings/operation/action': [master, admin],
  '/settings/operation/actionset': [master, admin],
  '/settings/operation/enabler': [master, admin],
  '/settings/operation/automation': [master, admin],
  '/settings/operation/pipeline': [master, admin],
  '/settings/operation/filter': [master, admin],
  '/settings/operation/filter/edit/$filterId': [master, admin],
  '/settings/operation/security/category': [master, admin],
  '/settings/operation/security/group': [master, admin],
  '/settings/operation/security/group/$securityGroupId/security_mark': [master, admin],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type SettingsPath = keyof typeof settingsRoles;

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
