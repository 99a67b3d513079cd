import { bareApi } from '../api/client';
import { nowSeconds, sessionStore } from './session-store';
import { isNearExpiry } from './token';

/** The server says that the session is over: 401. */
export class RenewalRefused extends Error {}

const againAfterSeconds = 10;

let inFlight: Promise<void> | null = null;
let notThrough = { token: '', until: 0 };

async function renew(token: string): Promise<void> {
  const answer = await bareApi
    .POST('/api/core/auth/renew_token', { body: { token }, headers: { authorization: `Bearer ${token}` } })
    .catch(() => null);
  if (answer?.response.status === 401) throw new RenewalRefused(answer.error?.message ?? '');
  if (answer?.data === undefined) {
    // The request failed. The token may still be valid: the call goes on, and a later one renews.
    notThrough = { token, until: nowSeconds() + againAfterSeconds };
    return;
  }
  // The user may have signed out before the answer: then it is ignored.
  if (sessionStore.get()?.token === token) sessionStore.signIn(answer.data.data.token);
}

/**
 * Before a call: renews a token that has 20,000 seconds or fewer left. Calls at the same time share one renewal.
 * Rejects with `RenewalRefused` and nothing else.
 */
export function renewIfNearExpiry(): Promise<void> {
  const session = sessionStore.get();
  const now = nowSeconds();
  if (session === null || !isNearExpiry(session.claims, now)) return Promise.resolve();
  if (notThrough.token === session.token && now < notThrough.until) return Promise.resolve();
  inFlight ??= renew(session.token).finally(() => {
    inFlight = null;
  });
  return inFlight;
}
