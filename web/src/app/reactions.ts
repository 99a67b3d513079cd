import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Reactions } from '../platform/api/middleware';
import { currentLanguage } from '../platform/i18n/i18n';
import { accessUrlOf, type User, userQuery } from '../platform/session/account';
import { beginExpiry, hasUnsavedWork } from '../platform/session/expiry';
import { sessionStore } from '../platform/session/session-store';
import { forgetSession } from '../platform/session/sign-out';
import { notify } from '../platform/ui/notify';
import type { makeRouter } from './router';

/** How the page reacts to errors. */
export function reactions(router: ReturnType<typeof makeRouter>, client: QueryClient): Reactions {
  const leave = (message: string) => {
    notify.error(message);
    forgetSession(client);
    const { pathname, href } = router.latestLocation;
    // After signing in again, the user returns to the same page.
    if (pathname !== '/login') void router.navigate({ to: '/login', search: { redirect: href } });
  };
  /** If a form has unsaved input, a dialog asks to sign in again without leaving the page. */
  const lose = (message: string) => {
    const session = sessionStore.get();
    // Several calls may fail at the same time: only the first one shows it.
    if (session === null) return;
    const user = session && client.getQueryData<User>(userQuery(session.claims.usersId).queryKey);
    if (!hasUnsavedWork() || !user) return leave(message);
    sessionStore.unstore();
    beginExpiry({ usersId: user.users_id, email: user.email, token: session.token });
  };
  return {
    language: currentLanguage,
    accessUrl: (appId) => accessUrlOf(client, appId),
    renewalFailed: (message) => lose(message || i18next.t('errors.token')),
    sessionLost: (message) => lose(message || i18next.t('errors.session')),
    forbidden: (message) => {
      notify.error(message || i18next.t('errors.forbidden'));
      void router.navigate({ to: '/' });
    },
    banner: notify.error,
    failed: () => notify.error(i18next.t('errors.failed')),
  };
}
