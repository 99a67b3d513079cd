import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type Application, applicationsQuery, type Role, type User, userQuery } from './account';
import { sessionStore } from './session-store';

/** The token's session, or null; changes on sign-in, renewal and sign-out. */
export function useToken() {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
}

export type SessionView = { usersId: number; user: User; roles: readonly Role[] };

/** The signed-in user; null until known. Inside the shell it is always known: the guard has loaded it. */
export function useSession(): SessionView | null {
  const token = useToken();
  const usersId = token?.claims.usersId ?? 0;
  const { data: user } = useQuery({ ...userQuery(usersId), enabled: token !== null });
  return token === null || user === undefined ? null : { usersId, user, roles: user.roles };
}

const none: readonly Application[] = [];

/** The application instances of the signed-in user. */
export function useApplications(): readonly Application[] {
  const token = useToken();
  const { data } = useQuery({ ...applicationsQuery(), enabled: token !== null });
  return token === null ? none : (data?.items ?? none);
}
