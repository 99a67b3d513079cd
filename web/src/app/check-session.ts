import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { isProblem } from '../platform/api/problem';
import { loadAccount } from '../platform/session/account';
import { RenewalRefused } from '../platform/session/renewal';
import { nowSeconds, sessionStore } from '../platform/session/session-store';
import { SessionUnchecked } from '../platform/session/session-unchecked';
import { forgetSession } from '../platform/session/sign-out';
import { decodeToken, TokenError } from '../platform/session/token';
import { notify } from '../platform/ui/notify';
import type { GuardSession } from './guard';

/** The server, or the token itself, says that the session is over; any other error leaves that open. */
function isOver(error: unknown): boolean {
  if (error instanceof TokenError || error instanceof RenewalRefused) return true;
  return isProblem(error) && error.status === 401;
}

/**
 * Rule 8's token check: is the token still valid, and does the server still know the account? If the server does not
 * answer, nobody is signed out: the check throws `SessionUnchecked`.
 */
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
    // A 401 may have ended the session already.
    if (sessionStore.get() !== null && !isOver(error)) throw new SessionUnchecked('No answer', { cause: error });
    if (error instanceof TokenError) notify.error(i18next.t(`errors.${error.code}`));
    // Without this the next route would check and fail again, endlessly.
    forgetSession(client);
    return { state: 'failed' };
  }
}
