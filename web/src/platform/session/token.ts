export type Claims = { usersId: number; sessionId: string; exp: number };

/** The server's code for an expired token; a stored one is refused with it too. */
const expiredToken = 'expired_token';

export class TokenError extends Error {
  readonly code: 'expired_token' | 'malformed_token';

  constructor(code: TokenError['code']) {
    super(code);
    this.code = code;
  }
}

function payload(token: string): unknown {
  const part = token.split('.')[1];
  if (part === undefined) throw new TokenError('malformed_token');
  try {
    const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new TokenError('malformed_token');
  }
}

/** Reads a token's claims without trusting them; `now` in epoch seconds. Throws `expired_token` when `exp` is past. */
export function decodeToken(token: string, now: number): Claims {
  const claims = payload(token);
  if (typeof claims !== 'object' || claims === null) throw new TokenError('malformed_token');
  const { sub, jti, exp } = claims as Record<string, unknown>;
  const usersId = Number(sub);
  if (!Number.isSafeInteger(usersId) || typeof exp !== 'number') throw new TokenError('malformed_token');
  if (exp <= now) throw new TokenError(expiredToken);
  return { usersId, sessionId: String(jti ?? ''), exp };
}

const nearExpirySeconds = 20_000;

export function isNearExpiry(claims: Claims, now: number): boolean {
  return claims.exp - now <= nearExpirySeconds;
}
