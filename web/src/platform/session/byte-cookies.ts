import type { QueryClient } from '@tanstack/react-query';
import { bareApi } from '../api/client';
import { applicationsQuery, originsElsewhere } from './account';
import { sessionStore } from './session-store';

const firstAgainMs = 5_000;
const longestMs = 300_000;
const signOutWaitsMs = 3_000;

/** The cookies that are set: a server's origin, and the user. */
const given = new Map<string, number>();
/** The token that a server has been sent, or is being sent. */
const shown = new Map<string, string>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

const atServer = (origin: string, token: string) => ({
  baseUrl: origin,
  credentials: 'include' as const,
  headers: { authorization: `Bearer ${token}` },
});

/** Whether it is worth asking that server again. */
async function ask(origin: string): Promise<boolean> {
  const session = sessionStore.get();
  if (session === null) return false;
  const answer = await bareApi.POST('/api/core/auth/bytes', atServer(origin, session.token)).catch(() => null);
  if (answer === null) return true;
  if (!answer.response.ok) return answer.response.status >= 500;
  if (sessionStore.get()?.claims.usersId === session.claims.usersId) given.set(origin, session.claims.usersId);
  tell();
  return false;
}

async function keep(origin: string, token: string): Promise<void> {
  const isWanted = () => shown.get(origin) === token && sessionStore.get()?.token === token;
  for (let wait = firstAgainMs; isWanted() && (await ask(origin)); wait = Math.min(2 * wait, longestMs)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/**
 * The byte cookie on the other servers of instances (docs/decisions/0016): requested when they are known and whenever
 * the token changes, and again later if a server does not answer. The page's own server sets its own.
 */
export const byteCookies = {
  follow(client: QueryClient): void {
    const settle = () => {
      const session = sessionStore.get();
      if (session === null) {
        given.clear();
        shown.clear();
        return tell();
      }
      for (const origin of originsElsewhere(client)) {
        if (shown.get(origin) === session.token) continue;
        shown.set(origin, session.token);
        void keep(origin, session.token);
      }
    };
    const [method, path] = applicationsQuery().queryKey;
    sessionStore.subscribe(settle);
    client.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
      if (type === 'updated' && queryKey[0] === method && queryKey[1] === path) settle();
    });
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  isSet(origin: string): boolean {
    const session = sessionStore.get();
    return session !== null && given.get(origin) === session.claims.usersId;
  },

  /** For urgent uses: a cookie that is not set yet is requested now. */
  async want(origin: string): Promise<void> {
    if (!byteCookies.isSet(origin)) await ask(origin);
  },

  /** To be called before the session ends, because removing them needs the session. */
  async takeAway(): Promise<void> {
    const session = sessionStore.get();
    if (session === null) return;
    const signal = AbortSignal.timeout(signOutWaitsMs);
    const calls = [...shown.keys()].map((origin) =>
      bareApi.DELETE('/api/core/auth/bytes', { ...atServer(origin, session.token), signal }),
    );
    await Promise.allSettled(calls);
  },
};
