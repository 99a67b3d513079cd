import { bareApi } from '../api/client';
import { nowSeconds, sessionStore } from './session-store';
import { isNearExpiry } from './token';

class RenewalFailed extends Error {}

let inFlight: Promise<void> | null = null;

async function renew(token: string): Promise<void> {
  const { data, error } = await bareApi.POST('/api/core/auth/renew_token', {
    body: { token },
    headers: { authorization: `Bearer ${token}` },
  });
  if (data === undefined) throw new RenewalFailed(error?.message ?? '');
  // Someone may have signed out while the answer was under way: then it changes nothing.
  if (sessionStore.get()?.token === token) sessionStore.signIn(data.data.token);
}

/** Before a call: renews a token that has 20,000 seconds or fewer left. Calls at the same time share one renewal. */
export function renewIfNearExpiry(): Promise<void> {
  const session = sessionStore.get();
  if (session === null || !isNearExpiry(session.claims, nowSeconds())) return Promise.resolve();
  inFlight ??= renew(session.token).finally(() => {
    inFlight = null;
  });
  return inFlight;
}
