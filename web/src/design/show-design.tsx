import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { areas } from '../app/areas';
import { queryClient } from '../platform/api/query-client';
import { loadActionTexts } from '../platform/i18n/action-texts';
import { startI18n } from '../platform/i18n/i18n';
import { loadSearchTexts } from '../platform/i18n/search-texts';
import { loadSettingsTexts } from '../platform/i18n/settings-texts';
import { loadTrayTexts } from '../platform/i18n/tray-texts';
import { loadViewerTexts } from '../platform/i18n/viewer-texts';
import { RegistryContext, registryOf } from '../platform/registry/registry';
import { DesignPage } from './DesignPage';

/** The design page with what components expect around them; without a session and without a server. */
export async function showDesign() {
  await startI18n();
  const texts = [loadActionTexts, loadSearchTexts, loadSettingsTexts, loadTrayTexts, loadViewerTexts];
  await Promise.all(texts.map((load) => load()));
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: createRootRoute({ component: DesignPage }), history });
  return (
    <RegistryContext value={registryOf(areas)}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </RegistryContext>
  );
}
