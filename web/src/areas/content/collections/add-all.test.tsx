import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, it, vi } from 'vitest';
import { queryClient } from '../../../platform/api/query-client';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { startI18n } from '../../../platform/i18n/i18n';
import { notify } from '../../../platform/ui/notify';
import { startServer } from '../../../testing/server';
import { AddDialog } from './AddDialog';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

beforeAll(async () => {
  await startI18n();
  await loadActionTexts();
});

const spring = { collection_id: 3, title: 'Spring', item_count: 3, covers: [] };
const whole = {
  ...{ parentId: 5, except: [9], asOf: 7, count: 2400, bytes: 0, loaded: false },
  acts: new Map<string, number>(),
};
const selection = { parent_id: 5, except: [9], as_of: 7 };

it.each([
  [2000, '2,000 entries are in “Spring” now.'],
  [0, 'None of them is new in “Spring”: they are in already, or cannot be added.'],
])('everything that is selected is added by one call, and the server says that %i are new', async (added, words) => {
  const sent: unknown[] = [];
  server.use(
    http.get(`${at}/collection`, () => HttpResponse.json({ items: [spring], next: null })),
    http.post(`${at}/collection/3/entry`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ added });
    }),
  );
  const told = vi.spyOn(notify, 'success').mockImplementation(() => undefined);
  const close = vi.fn();
  queryClient.clear();
  const routeTree = createRootRoute({
    component: () => <AddDialog appId={4} entries={[]} whole={whole} close={close} />,
  });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const person = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 2,400 entries to a collection' }));
  await person.click(await dialog.findByRole('button', { name: /Spring/ }));
  await waitFor(() => expect(told).toHaveBeenCalledWith(words, expect.anything()));
  expect(close).toHaveBeenCalledTimes(1);
  expect(sent).toEqual([selection]);
});
