import { createRoute } from '@tanstack/react-router';
import { settingsPage, settingsRoles, settingsRoute } from '../../platform/routing/settings';

const quotasRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/tenant/$tenantId/quotas',
  staticData: { roles: settingsRoles.administrators },
  component: settingsPage(() => import('./QuotasPage'), 'QuotasPage'),
});

export const billingSettings = [quotasRoute] as const;
