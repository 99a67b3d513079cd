import type { QueryClient } from '@tanstack/react-query';
import type { Area } from '../platform/registry/area';
import { lastPath } from '../platform/session/memory';
import type { GuardSession } from './guard';

/** Where a session begins that opens home first, if an area has a better place for it; null: on home. */
export async function landingOf(
  client: QueryClient,
  session: GuardSession,
  path: string,
  areas: readonly Area[],
): Promise<string | null> {
  if (session.state !== 'in' || path !== '/' || lastPath() !== null) return null;
  for (const { landing } of areas) {
    // Without an answer, Home is shown.
    const place = await landing?.()
      .then((find) => find(client, session.apps))
      .catch(() => null);
    if (place) return place;
  }
  return null;
}
