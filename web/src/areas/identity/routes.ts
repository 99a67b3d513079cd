import { createRoute } from '@tanstack/react-router';
import { page } from '../../platform/routing/page';
import { rootRoute, shellRoute } from '../../platform/routing/roots';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  staticData: { access: 'loggedOutOnly' },
  component: page(() => import('./LoginPage'), 'LoginPage'),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reset-password',
  component: page(() => import('./ResetPasswordPage'), 'ResetPasswordPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/user/profile',
  component: page(() => import('./ProfilePage'), 'ProfilePage'),
});

export const identityRoutes = [resetPasswordRoute, profileRoute] as const;
