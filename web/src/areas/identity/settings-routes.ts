import { createRoute } from '@tanstack/react-router';
import { isId } from '../../platform/routing/is-id';
import { settingsPage, settingsRoles, settingsRoute } from '../../platform/routing/settings';
import { tableSearch } from '../../platform/ui/table/table-view';

const ofTenant = {
  parse: ({ tenantId }: { tenantId: string }) => isId(tenantId) && { tenantId: Number(tenantId) },
};

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
  params: ofTenant,
  staticData: { roles: settingsRoles.administrators },
  validateSearch: tableSearch,
  component: settingsPage(() => import('./admins/TenantAdminsPage'), 'TenantAdminsPage'),
});

const groupUsersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/company/$companyId/group/$groupId/users/{-$originTenant}',
  params: {
    parse: (raw: { companyId: string; groupId: string; originTenant?: string | undefined }) =>
      [raw.companyId, raw.groupId, raw.originTenant ?? '1'].every(isId) && {
        companyId: Number(raw.companyId),
        groupId: Number(raw.groupId),
        originTenant: raw.originTenant === undefined ? undefined : Number(raw.originTenant),
      },
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
  params: { parse: ({ groupId }: { groupId: string }) => isId(groupId) && { groupId: Number(groupId) } },
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
  params: ofTenant,
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
