import { createRoute } from '@tanstack/react-router';
import { withHomeTexts } from '../../platform/i18n/home-texts';
import { page } from '../../platform/routing/page';
import { shellRoute } from '../../platform/routing/roots';
import { settingsPage, settingsRoles, settingsRoute } from '../../platform/routing/settings';
import { tableSearch } from '../../platform/ui/table/table-view';

type HomeSearch = { appId?: number };

/** `/?appId={appId}`: the home of one application instance. */
function homeSearch(search: Record<string, unknown>): HomeSearch {
  const appId = Number(search['appId']);
  return Number.isSafeInteger(appId) && appId > 0 ? { appId } : {};
}

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: homeSearch,
  component: page(() => withHomeTexts(import('./HomePage')), 'HomePage'),
});

export const instancesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/application_instance',
  staticData: { roles: settingsRoles.masters },
  validateSearch: tableSearch,
  component: settingsPage(() => import('./instances/InstancesPage'), 'InstancesPage'),
});

export const tenantsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/tenant',
  staticData: { roles: settingsRoles.administrators },
  validateSearch: tableSearch,
  component: settingsPage(() => import('./tenants/TenantsPage'), 'TenantsPage'),
});

export const companiesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/company',
  staticData: { roles: settingsRoles.administrators },
  validateSearch: tableSearch,
  component: settingsPage(() => import('./companies/CompaniesPage'), 'CompaniesPage'),
});

export const groupsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/group',
  staticData: { roles: settingsRoles.groupManagers },
  validateSearch: tableSearch,
  component: settingsPage(() => import('./groups/GroupsPage'), 'GroupsPage'),
});

/** The table, and the theme that is open in the editor. */
function themeSearch(search: Record<string, unknown>) {
  const edit = Number(search['edit']);
  const opened =
    Number.isSafeInteger(edit) && edit > 0 ? edit : search['edit'] === 'new' ? ('new' as const) : undefined;
  return { ...tableSearch(search), ...(opened !== undefined && { edit: opened }) };
}

export const themesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/theme',
  staticData: { roles: settingsRoles.administrators },
  validateSearch: themeSearch,
  component: settingsPage(() => import('./themes/ThemesPage'), 'ThemesPage'),
});

export const tenancySettings = [instancesRoute, tenantsRoute, companiesRoute, groupsRoute, themesRoute] as const;

export const tenancyRoutes = [homeRoute] as const;
