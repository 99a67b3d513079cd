import { createRoute } from '@tanstack/react-router';
import { settingsPage, settingsRoles, settingsRoute } from '../../platform/routing/settings';

const serviceRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/service',
  staticData: { roles: settingsRoles['/settings/core/service'] },
  component: settingsPage(() => import('./ServicesPage'), 'ServicesPage'),
});

export const servicesSettings = [serviceRoute] as const;
