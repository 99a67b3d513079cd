import type { Role } from '../session/account';
import type { AppArea } from '../session/memory';

/** The properties of a route; the guard decides from these alone. */
export type RouteData = {
  /** Default: signed in. */
  access?: 'loggedOutOnly' | 'public';
  /** Any of these suffices. Default: every role. */
  roles?: readonly Role[];
  /** The route's `appId` must be one of the user's application instances of this kind. */
  app?: AppArea;
};

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteData {}
}
