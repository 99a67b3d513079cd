import { notifications } from '@mantine/notifications';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Middleware } from 'openapi-fetch';
import { areas as allAreas } from '../app/areas';
import { Providers } from '../app/providers';
import { reactions } from '../app/reactions';
import { makeRouter } from '../app/router';
import { api } from '../platform/api/client';
import { sessionMiddleware } from '../platform/api/middleware';
import { queryClient } from '../platform/api/query-client';
import { changeLanguage, type Language, startI18n } from '../platform/i18n/i18n';
import type { Area } from '../platform/registry/area';

let wired: Middleware | undefined;

/** The whole app at a path, as users see it: guard, router, shell. */
export async function openPage(
  path: string,
  { language = 'en' as Language, areas = allAreas as readonly Area[] } = {},
) {
  queryClient.clear();
  notifications.clean();
  await startI18n();
  await changeLanguage(language);
  const router = makeRouter(queryClient, { history: createMemoryHistory({ initialEntries: [path] }), areas });
  if (wired !== undefined) api.eject(wired);
  wired = sessionMiddleware(reactions(router, queryClient));
  api.use(wired);
  const view = render(
    <Providers areas={areas}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { ...view, router, person: userEvent.setup() };
}
