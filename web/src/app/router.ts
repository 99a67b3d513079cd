import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, type RouterHistory } from '@tanstack/react-router';
import i18next from 'i18next';
import { atBase } from '../platform/base-path';
import type { Area } from '../platform/registry/area';
import { contentSettingsData, contentSettingsRoute } from '../platform/routing/content-settings';
import { page } from '../platform/routing/page';
import { type Redirect, rootRoute, shellRoute, type Target } from '../platform/routing/roots';
import { settingsPage, settingsRoles, settingsRoute } from '../platform/routing/settings';
import { rememberLastPath, selectApp } from '../platform/session/memory';
import { notify } from '../platform/ui/notify';
import { NotFound } from '../shell/NotFound';
import { PageError } from '../shell/PageError';
import { PagePending } from '../shell/PagePending';
import { areas as allAreas } from './areas';
import { checkSession } from './check-session';
import { decide, remembered } from './guard';
import { landingOf } from './landing';
import { routesOf } from './routes-of';

/** What areas put around the shell is loaded beside it. */
async function loadShell() {
  const around = allAreas.map((area: Area) => area.shell?.Around?.prefetch());
  const [module] = await Promise.all([import('../shell/Shell'), ...around]);
  return module;
}

shellRoute.update({ component: page(loadShell, 'Shell') });

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
  staticData: { roles: settingsRoles.anyone },
  component: settingsPage(() => import('../shell/settings/SettingsHome'), 'SettingsHome'),
});

const notFoundRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound });

function treeOf<const All extends readonly Area[]>(all: All) {
  return rootRoute.addChildren([
    ...routesOf(all, 'open'),
    shellRoute.addChildren([
      ...routesOf(all, 'shell'),
      settingsRoute.addChildren([settingsHomeRoute, ...routesOf(all, 'settings')]),
      contentSettingsRoute.addChildren([contentSettingsHomeRoute, ...routesOf(all, 'contentSettings')]),
      notFoundRoute,
    ]),
  ]);
}

/** Whether the user was sent home from a page that they may not open; leaving the sign-in does not count. */
function isRefused(elsewhere: Redirect, target: Target): boolean {
  return elsewhere.to === '/' && target.data.access === undefined;
}

type Given = { history?: RouterHistory; areas?: readonly Area[] };

/**
 * The router of all areas and the browser's own history; tests may give others. Links are typed by the areas of the
 * program.
 */
export function makeRouter(client: QueryClient, { history, areas = allAreas }: Given = {}) {
  return createRouter({
    routeTree: treeOf(areas as typeof allAreas),
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
        const landing = await landingOf(client, session, target.path, areas);
        if (landing !== null) return { to: landing };
        const { lastPath, selected } = remembered(session, target, location);
        if (lastPath !== null) rememberLastPath(lastPath);
        for (const [key, appId] of Object.entries(selected)) selectApp(key, appId);
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
