import { createRoute } from '@tanstack/react-router';
import { isId } from '../../platform/routing/is-id';
import { settingsPage, settingsRoles, settingsRoute } from '../../platform/routing/settings';

const quotasRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'core/tenant/$tenantId/quotas',
  params: { parse: ({ tenantId }: { tenantId: string }) => isId(tenantId) && { tenantId: Number(tenantId) } },
  staticData: { roles: settingsRoles.administrators },
  component: settingsPage(() => import('./QuotasPage'), 'QuotasPage'),
});

export const billingSettings = [quotasRoute] as const;
