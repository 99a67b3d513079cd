import './platform/theme/styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { areas } from './app/areas';
import { focusHeadingOnRouteChange } from './app/focus-heading';
import { Providers } from './app/providers';
import { reactions } from './app/reactions';
import { restoreSession } from './app/restore-session';
import { makeRouter } from './app/router';
import { api } from './platform/api/client';
import { sessionMiddleware } from './platform/api/middleware';
import { queryClient } from './platform/api/query-client';
import { startI18n } from './platform/i18n/i18n';
import { whenUsed } from './platform/routing/when-used';
import { byteCookies } from './platform/session/byte-cookies';
import { followOtherTabs, sessionStore } from './platform/session/session-store';
import { forgetSession } from './platform/session/sign-out';
import { loadBanners } from './platform/ui/notify';

await startI18n();
restoreSession();
const router = makeRouter(queryClient);
api.use(sessionMiddleware(reactions(router, queryClient)));
byteCookies.follow(queryClient);
focusHeadingOnRouteChange(router);
followOtherTabs(() => {
  if (sessionStore.get() === null) forgetSession(queryClient);
  else queryClient.clear();
  void router.invalidate();
});

// A banner must not wait for its component when the server is gone.
void whenUsed.then(loadBanners).catch(() => undefined);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// Loads the rest of the app while the user types a password.
if (sessionStore.get() === null) setTimeout(() => void import('./shell/Shell').catch(() => undefined), 1_000);
createRoot(root).render(
  <StrictMode>
    <Providers areas={areas}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
