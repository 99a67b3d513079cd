import { createRoute } from '@tanstack/react-router';
import { shellRoute } from './roots';

/** The settings of a content application are for admins who have it. */
export const contentSettingsData = { app: 'content', roles: ['USER_ADMIN'] } as const;

/** Parent of the settings screens of one content application. `app/` sets its component. */
export const contentSettingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$appId/settings',
  params: { parse: (raw: { appId: string }) => ({ appId: Number(raw.appId) }) },
});
