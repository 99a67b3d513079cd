import type { QueryClient } from '@tanstack/react-query';
import { loadAccount } from '../platform/session/account';
import { nowSeconds, sessionStore } from '../platform/session/session-store';
import { forgetSession } from '../platform/session/sign-out';
import { decodeToken } from '../platform/session/token';
import type { GuardSession } from './guard';

/** Rule 8's token check: is the token still in time, and does the server still know the account? */
export async function checkSession(client: QueryClient): Promise<GuardSession> {
  const session = sessionStore.get();
  if (session === null) return { state: 'out' };
  try {
    decodeToken(session.token, nowSeconds());
    const { user, applications } = await loadAccount(client, session.claims.usersId);
    const apps = new Map(applications.map((app) => [app.application_instance_id, app.application_key]));
    return { state: 'in', resetPassword: user.reset_pwd, roles: user.roles, apps };
  } catch (error) {
    console.error('The session check failed', error);
    // Without this the next route would check again and fail again, for ever.
    forgetSession(client);
    return { state: 'failed' };
  }
}
