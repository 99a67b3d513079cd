import { query } from '../../../platform/api/client';
import { useApplications } from '../../../platform/session/use-session';
import { adminsSteps, mastersSteps, type Step } from './steps';

const one = { query: { limit: 1 } } as const;
const many = { query: { limit: 200 } } as const;

/** A master's steps; null while their state is unknown. */
export function useMastersSteps(enabled: boolean): readonly Step[] | null {
  const instances = query.useQuery('get', '/api/core/application_instance', { params: many }, { enabled });
  const oldest = { query: { limit: 1, order: 'created_at' } };
  const tenants = query.useQuery('get', '/api/core/tenant', { params: oldest }, { enabled });
  const firstTenant = tenants.data?.items[0]?.tenant_id ?? null;
  const admins = query.useQuery(
    'get',
    '/api/core/tenant/{tenant_id}/admin',
    { params: { path: { tenant_id: firstTenant ?? 0 }, ...one } },
    { enabled: enabled && firstTenant !== null },
  );
  if (instances.data === undefined || tenants.data === undefined) return null;
  if (firstTenant !== null && admins.data === undefined) return null;
  return mastersSteps({
    hasContentInstance: instances.data.items.some((instance) => instance.application_key === 'content'),
    firstTenant,
    firstTenantHasAdmin: (admins.data?.total ?? 0) > 0,
  });
}

export type AdminsGuide = { steps: readonly Step[]; hasContent: boolean };

/** An admin's steps with their first content application; null while their state is unknown. */
export function useAdminsSteps(enabled: boolean): AdminsGuide | null {
  const app = useApplications().find((application) => application.application_key === 'content');
  const appId = app?.application_instance_id ?? 0;
  const asked = { enabled: enabled && app !== undefined };
  const path = { application_instance_id: appId };
  const servers = query.useQuery(
    'get',
    '/api/app/{application_instance_id}/fileserver',
    { params: { path, ...one } },
    asked,
  );
  const repositories = query.useQuery(
    'get',
    '/api/app/{application_instance_id}/repository/admin',
    { params: { path, ...many } },
    asked,
  );
  const groups = query.useQuery('get', '/api/core/usergroup', { params: many }, asked);
  const users = query.useQuery('get', '/api/core/users', { params: { query: { limit: 2 } } }, asked);
  // A repository with content shows that the user knows the way.
  const all = repositories.data?.items ?? [];
  const repository = all.find((candidate) => !candidate.empty) ?? all[0];
  const grants = query.useQuery(
    'get',
    '/api/node/grant/node/{node_id}',
    { params: { path: { node_id: repository?.node_id ?? 0 } } },
    { enabled: asked.enabled && repository !== undefined },
  );
  const group = groups.data?.items.find((candidate) => candidate.application_instance_ids.includes(appId));
  const members = query.useQuery(
    'get',
    '/api/core/usergroup/{user_group_id}/users',
    { params: { path: { user_group_id: group?.user_group_id ?? 0 }, ...one } },
    { enabled: asked.enabled && group !== undefined },
  );
  if (app === undefined) return { steps: adminsSteps({ appId, ...nothing }), hasContent: false };
  const isKnown = servers.data && repositories.data && groups.data && users.data;
  if (!isKnown || (repository && !grants.data) || (group && !members.data)) return null;
  const steps = adminsSteps({
    appId,
    hasFileServer: servers.data.total > 0,
    repository: repository
      ? {
          nodeId: repository.node_id,
          isEmpty: repository.empty,
          isShared: !repository.empty || (grants.data?.items.length ?? 0) > 0,
        }
      : null,
    group: group
      ? { id: group.user_group_id, companyId: group.company_id, hasMembers: (members.data?.total ?? 0) > 0 }
      : null,
    hasPeople: users.data.total > 1,
  });
  return { steps, hasContent: true };
}

const nothing = { hasFileServer: false, repository: null, group: null, hasPeople: false };
