import { createRoute } from '@tanstack/react-router';
import { settingsPage, settingsRoles, settingsRoute } from '../../platform/routing/settings';
import { logSearch } from './log-search';

export const logRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/system_log',
  staticData: { roles: settingsRoles.administrators },
  validateSearch: logSearch,
  component: settingsPage(() => import('./SystemLogPage'), 'SystemLogPage'),
});

export const systemLogSettings = [logRoute] as const;
