import type { QueryClient } from '@tanstack/react-query';
import { originElsewhere } from '../api/access-url';
import { query, type Schema } from '../api/client';

export type User = Schema<'UserData'>;
export type Application = Schema<'Application'>;
export type Role = Schema<'Role'>;

const fresh = 5 * 60_000;

export function userQuery(usersId: number) {
  return query.queryOptions(
    'get',
    '/api/core/users/{users_id}',
    { params: { path: { users_id: usersId } } },
    { staleTime: fresh },
  );
}

export function applicationsQuery() {
  return query.queryOptions('get', '/api/core/usergroup/application', {}, { staleTime: fresh });
}

export function themeQuery() {
  return query.queryOptions('get', '/api/core/theme/user', {}, { staleTime: fresh });
}

export type Account = { user: User; applications: readonly Application[] };

/** The token check of the guard: the user and their applications, from the cache when it is fresh. */
export async function loadAccount(client: QueryClient, usersId: number): Promise<Account> {
  const theme = client.ensureQueryData(themeQuery()).catch(() => null);
  const [user, applications] = await Promise.all([
    client.ensureQueryData(userQuery(usersId)),
    client.ensureQueryData(applicationsQuery()),
    theme,
  ]);
  return { user, applications: applications.items };
}

function knownApplications(client: QueryClient): readonly Application[] {
  return client.getQueryData<Schema<'ApplicationList'>>(applicationsQuery().queryKey)?.items ?? [];
}

/** The access url of an instance on another server, once the guard has loaded the applications; null for those here. */
export function accessUrlOf(client: QueryClient, appId: number): string | null {
  const app = knownApplications(client).find((one) => one.application_instance_id === appId && !one.here);
  return app?.access_url ?? null;
}

/** The other servers that have instances, once the applications are loaded. */
export function originsElsewhere(client: QueryClient): ReadonlySet<string> {
  const origins = knownApplications(client).map((app) => (app.here ? null : originElsewhere(app.access_url)));
  return new Set(origins.filter((origin) => origin !== null));
}
