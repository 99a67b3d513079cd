import { safeRedirect } from '../../platform/routing/safe-redirect';
import { lastPath } from '../../platform/session/memory';

/** After signing in: the wanted path, else the last one, else home. */
export function landingPath(redirect: string | undefined): string {
  return safeRedirect(redirect, safeRedirect(lastPath()));
}
