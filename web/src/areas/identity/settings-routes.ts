import { createRoute } from '@tanstack/react-router';
import { settingsPage, settingsRoles, settingsRoute } from '../../platform/routing/settings';
import { tableSearch } from '../../platform/ui/table/table-view';

export const usersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/user',
  staticData: { roles: settingsRoles.administrators },
  validateSearch: tableSearch,
  component: settingsPage(() => import('./users/UsersPage'), 'UsersPage'),
});

export const mastersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/master_user',
  staticData: { roles: settingsRoles.masters },
  validateSearch: tableSearch,
  component: settingsPage(() => import('./admins/MastersPage'), 'MastersPage'),
});

const tenantAdminsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/tenant/$tenantId/admin',
  params: { parse: (raw: { tenantId: string }) => ({ tenantId: Number(raw.tenantId) }) },
  staticData: { roles: settingsRoles.administrators },
  validateSearch: tableSearch,
  component: settingsPage(() => import('./admins/TenantAdminsPage'), 'TenantAdminsPage'),
});

const groupUsersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/company/$companyId/group/$groupId/users/{-$originTenant}',
  params: {
    parse: (raw: { companyId: string; groupId: string; originTenant?: string | undefined }) => ({
      companyId: Number(raw.companyId),
      groupId: Number(raw.groupId),
      originTenant: raw.originTenant === undefined ? undefined : Number(raw.originTenant),
    }),
  },
  staticData: {
    roles: settingsRoles.groupManagers,
  },
  validateSearch: tableSearch,
  component: settingsPage(() => import('./members/GroupUsersPage'), 'GroupUsersPage'),
});

const externalCompaniesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/group/$groupId/external_companies',
  params: { parse: (raw: { groupId: string }) => ({ groupId: Number(raw.groupId) }) },
  staticData: { roles: settingsRoles.groupManagers },
  validateSearch: tableSearch,
  component: settingsPage(() => import('./members/ExternalCompaniesPage'), 'ExternalCompaniesPage'),
});

export const invitationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/invitation',
  staticData: { roles: settingsRoles.anyone },
  validateSearch: tableSearch,
  component: settingsPage(() => import('./invitations/InvitationsPage'), 'InvitationsPage'),
});

const identityProviderRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/tenant/$tenantId/identity_provider',
  params: { parse: (raw: { tenantId: string }) => ({ tenantId: Number(raw.tenantId) }) },
  staticData: { roles: settingsRoles.administrators },
  component: settingsPage(() => import('./provider/ProviderPage'), 'ProviderPage'),
});

export const peopleSettings = [
  invitationsRoute,
  identityProviderRoute,
  usersRoute,
  mastersRoute,
  tenantAdminsRoute,
  groupUsersRoute,
  externalCompaniesRoute,
] as const;
