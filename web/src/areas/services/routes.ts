import { createRoute } from '@tanstack/react-router';
import { settingsPage, settingsRoles, settingsRoute } from '../../platform/routing/settings';

export const serviceRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/service',
  staticData: { roles: settingsRoles.masters },
  component: settingsPage(() => import('./ServicesPage'), 'ServicesPage'),
});

export const servicesSettings = [serviceRoute] as const;
