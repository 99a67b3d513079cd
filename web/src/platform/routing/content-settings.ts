import { createRoute } from '@tanstack/react-router';
import { shellRoute } from './roots';

/** The settings of a content application are for admins who have it (specification part 2, §6). */
export const contentSettingsData = { app: 'content', roles: ['USER_ADMIN'] } as const;

/** Their addresses; `$appId` is the application instance. */
export const contentSettingsPaths = {
  home: '/content/$appId/settings',
  file_servers: '/content/$appId/settings/file_server',
  repositories: '/content/$appId/settings/repository',
} as const;

/** Parent of the settings screens of one content application. `app/` sets its component. */
export const contentSettingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: contentSettingsPaths.home,
  params: { parse: (raw: { appId: string }) => ({ appId: Number(raw.appId) }) },
});
