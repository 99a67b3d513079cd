import type { QueryClient } from '@tanstack/react-query';
import { bareApi } from '../api/client';
import { byteCookies } from './byte-cookies';
import { forgetLastPath } from './memory';
import { sessionStore } from './session-store';

/** Removes everything about the user from the page: token, user data, last path. */
export function forgetSession(client: QueryClient): void {
  sessionStore.clear();
  forgetLastPath();
  client.clear();
}

/** Removes the files that other apps have shared: the next person at this device must not see them. */
async function forgetKeptFiles(): Promise<void> {
  if (!('caches' in globalThis)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Ends the session on the server, then forgets it here; an unreachable server does not prevent signing out. */
export async function signOut(client: QueryClient): Promise<void> {
  const session = sessionStore.get();
  if (session !== null) {
    const headers = { authorization: `Bearer ${session.token}` };
    await byteCookies.takeAway();
    await bareApi.POST('/api/core/auth/logout', { headers }).catch(() => null);
  }
  forgetSession(client);
  await forgetKeptFiles().catch(() => null);
}
