import { createRoute } from '@tanstack/react-router';
import { settingsPage, settingsRoles, settingsRoute } from '../../platform/routing/settings';
import { tableSearch } from '../../platform/ui/table/table-view';

export const keepersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/bookmark',
  staticData: { roles: settingsRoles.administrators },
  validateSearch: tableSearch,
  component: settingsPage(() => import('./KeepersPage'), 'KeepersPage'),
});

export const bookmarksSettings = [keepersRoute] as const;
