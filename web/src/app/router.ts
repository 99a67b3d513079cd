import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, type RouterHistory } from '@tanstack/react-router';
import i18next from 'i18next';
import { billingSettings } from '../areas/billing/routes';
import { contentRoutes } from '../areas/content/routes';
import { contentSettings } from '../areas/content/settings/settings-routes';
import { identityRoutes, signedOutRoutes } from '../areas/identity/routes';
import { peopleSettings } from '../areas/identity/settings-routes';
import { servicesSettings } from '../areas/services/routes';
import { systemLogSettings } from '../areas/systemlog/routes';
import { tenancyRoutes, tenancySettings } from '../areas/tenancy/routes';
import { atBase } from '../platform/base-path';
import { contentSettingsData, contentSettingsRoute } from '../platform/routing/content-settings';
import { page } from '../platform/routing/page';
import { type Redirect, rootRoute, shellRoute, type Target } from '../platform/routing/roots';
import { settingsPage, settingsRoles, settingsRoute } from '../platform/routing/settings';
import { rememberLastPath, selectApp } from '../platform/session/memory';
import { notify } from '../platform/ui/notify';
import { NotFound } from '../shell/NotFound';
import { PageError } from '../shell/PageError';
import { PagePending } from '../shell/PagePending';
import { checkSession } from './check-session';
import { decide, remembered } from './guard';

shellRoute.update({ component: page(() => import('../shell/Shell'), 'Shell') });

settingsRoute.update({ component: settingsPage(() => import('../shell/settings/SettingsLayout'), 'SettingsLayout') });

contentSettingsRoute.update({
  component: settingsPage(() => import('../shell/settings/SettingsLayout'), 'SettingsLayout'),
});

const contentSettingsHomeRoute = createRoute({
  getParentRoute: () => contentSettingsRoute,
  path: '/',
  staticData: contentSettingsData,
  component: settingsPage(() => import('../shell/settings/ContentSettingsHome'), 'ContentSettingsHome'),
});

const settingsHomeRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  staticData: { roles: settingsRoles['/settings'] },
  component: settingsPage(() => import('../shell/settings/SettingsHome'), 'SettingsHome'),
});

const notFoundRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound });

const routeTree = rootRoute.addChildren([
  ...signedOutRoutes,
  shellRoute.addChildren([
    ...tenancyRoutes,
    ...identityRoutes,
    ...contentRoutes,
    settingsRoute.addChildren([
      settingsHomeRoute,
      ...tenancySettings,
      ...peopleSettings,
      ...billingSettings,
      ...servicesSettings,
      ...systemLogSettings,
    ]),
    contentSettingsRoute.addChildren([contentSettingsHomeRoute, ...contentSettings]),
    notFoundRoute,
  ]),
]);

/** Whether the user was sent home from a page that they may not open; leaving the sign-in does not count. */
function isRefused(elsewhere: Redirect, target: Target): boolean {
  return elsewhere.to === '/' && target.data.access === undefined;
}

const areas = ['content', 'cdp', 'ai_workforce'] as const;

/** The browser's own history, or one given (tests). */
export function makeRouter(client: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    basepath: atBase('/'),
    ...(history && { history }),
    context: {
      guard: async (target, location) => {
        const session = await checkSession(client);
        const elsewhere = decide(session, target, location);
        if (elsewhere !== null) {
          if (isRefused(elsewhere, target)) notify.info(i18next.t('errors.route'));
          return elsewhere;
        }
        const { lastPath, selected } = remembered(session, target, location);
        if (lastPath !== null) rememberLastPath(lastPath);
        for (const area of areas) {
          const appId = selected[area];
          if (appId !== undefined) selectApp(area, appId);
        }
        return null;
      },
    },
    defaultPreload: false,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageError,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 150,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
