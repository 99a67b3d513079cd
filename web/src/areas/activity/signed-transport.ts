import { renewIfNearExpiry } from '../../platform/session/renewal';
import { sessionStore } from '../../platform/session/session-store';
import { type Transport, xhrTransport } from './transport';

/** Bytes are taken of whoever prepared their upload, with a token that is renewed in time however long it takes. */
export const signedTransport: Transport = async (exchange) => {
  await renewIfNearExpiry().catch(() => undefined);
  const session = sessionStore.get();
  if (session === null) return xhrTransport(exchange);
  return xhrTransport({ ...exchange, headers: { ...exchange.headers, Authorization: `Bearer ${session.token}` } });
};
