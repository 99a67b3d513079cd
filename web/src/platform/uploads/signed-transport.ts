import { renewIfNearExpiry } from '../session/renewal';
import { sessionStore } from '../session/session-store';
import { type Transport, xhrTransport } from './transport';

/**
 * The server accepts bytes only from the user who prepared the upload, so the token is renewed in time however long it
 * takes.
 */
export const signedTransport: Transport = async (exchange) => {
  await renewIfNearExpiry().catch(() => undefined);
  const session = sessionStore.get();
  if (session === null) return xhrTransport(exchange);
  return xhrTransport({ ...exchange, headers: { ...exchange.headers, Authorization: `Bearer ${session.token}` } });
};
