import { type Claims, decodeToken, TokenError } from './token';

const storageKey = 'token';

export type Session = { token: string; claims: Claims };

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

let current: Session | null = null;
const listeners = new Set<() => void>();

function become(next: Session | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function parse(token: string | null): Session | null {
  if (token === null) return null;
  try {
    return { token, claims: decodeToken(token, nowSeconds()) };
  } catch (error) {
    if (error instanceof TokenError) return null;
    throw error;
  }
}

/** The session of this device: one token, kept in local storage under `token`, shared by all tabs. */
export const sessionStore = {
  get: (): Session | null => current,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Restores a valid token of an earlier visit; or returns what is wrong with the stored one. */
  restore(): TokenError['code'] | null {
    const left = localStorage.getItem(storageKey);
    try {
      become(left === null ? null : { token: left, claims: decodeToken(left, nowSeconds()) });
      return null;
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      this.clear();
      return error.code;
    }
  },

  /** Begins or extends a session; an expired token is refused with `expired_token`. */
  signIn(token: string): Session {
    const session = { token, claims: decodeToken(token, nowSeconds()) };
    localStorage.setItem(storageKey, token);
    become(session);
    return session;
  },

  /** The session has ended on the server: another tab begins with the sign-in, this one keeps its page. */
  unstore(): void {
    localStorage.removeItem(storageKey);
  },

  clear(): void {
    localStorage.removeItem(storageKey);
    become(null);
  },
};

/** Follows sign-in and sign-out made in another tab. */
export function followOtherTabs(onSignedOut: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKey) return;
    const before = current;
    become(parse(event.newValue));
    if (before !== null && current?.claims.usersId !== before.claims.usersId) onSignedOut();
  });
}
