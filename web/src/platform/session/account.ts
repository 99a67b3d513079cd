import type { QueryClient } from '@tanstack/react-query';
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

/** The token check of the guard: who this is and what they may open, from the cache when it is fresh. */
export async function loadAccount(client: QueryClient, usersId: number): Promise<Account> {
  const theme = client.ensureQueryData(themeQuery()).catch(() => null);
  const [user, applications] = await Promise.all([
    client.ensureQueryData(userQuery(usersId)),
    client.ensureQueryData(applicationsQuery()),
    theme,
  ]);
  return { user, applications: applications.items };
}

/** Where an instance's calls go, once the guard has loaded the applications; null when it is not known. */
export function accessUrlOf(client: QueryClient, appId: number): string | null {
  const known = client.getQueryData<Schema<'ApplicationList'>>(applicationsQuery().queryKey);
  return known?.items.find((app) => app.application_instance_id === appId)?.access_url ?? null;
}
