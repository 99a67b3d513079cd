import { createRootRouteWithContext, createRoute, type ParsedLocation, redirect } from '@tanstack/react-router';
import type { RouteData } from './route-data';

/** A route that is about to open: its own data, and its parameters. */
export type Target = { data: RouteData; path: string; params: Readonly<Record<string, unknown>> };

export type Redirect = { to: string; redirect?: string };

export type RouterContext = {
  /** The guard, given by `app/`: where to go instead, or null. */
  guard: (target: Target, location: ParsedLocation) => Promise<Redirect | null>;
};

type RootSearch = { redirect?: string };

/** All routes are below this one, so none escapes the guard. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch: (search: Record<string, unknown>): RootSearch =>
    typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
  beforeLoad: async ({ context, location, matches }) => {
    const leaf = matches.at(-1);
    if (leaf === undefined) return;
    const elsewhere = await context.guard(
      { data: leaf.staticData, path: leaf.fullPath, params: leaf.params as Record<string, unknown> },
      location,
    );
    if (elsewhere === null) return;
    const search = elsewhere.redirect === undefined ? {} : { redirect: elsewhere.redirect };
    throw redirect({ to: elsewhere.to, search, replace: true });
  },
});

/** Parent of every screen with the top bar and the drawer. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell' });
