import { createRoute } from '@tanstack/react-router';
import { page } from '../../platform/routing/page';
import { shellRoute } from '../../platform/routing/roots';

type HomeSearch = { appId?: number };

/** `/?appId={appId}`: the home of one application instance. */
function homeSearch(search: Record<string, unknown>): HomeSearch {
  const appId = Number(search['appId']);
  return Number.isSafeInteger(appId) && appId > 0 ? { appId } : {};
}

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: homeSearch,
  component: page(() => import('./HomePage'), 'HomePage'),
});

export const tenancyRoutes = [homeRoute] as const;
