import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { queryClient } from '../../../platform/api/query-client';
import { loadActionTexts } from '../../../platform/i18n/action-texts';
import { changeLanguage, startI18n } from '../../../platform/i18n/i18n';
import { startServer } from '../../../testing/server';
import { detailTabs } from '../entry/detail-tabs';
import { AccessEditor } from './AccessEditor';

const server = startServer();
const at = 'http://vitrine.test/api/node/grant';

const grant = { node_id: 8, detail: '', avatar_url: null, active: true, role: 'reader', recursive: true };
const ana = { ...grant, grant_id: 1, user_group_id: null, users_id: 5, name: 'Ana Souza' };
const above = { node_id: 7, node_name: 'Campaigns', node_type: 'folder', open: true };

it('the tab of access begins with how many have it, and the form comes when it is asked for', async () => {
  queryClient.clear();
  await startI18n();
  await loadActionTexts();
  await changeLanguage('en');
  const inherited = [
    { ...ana, ...above, grant_id: 2 },
    { ...grant, ...above, grant_id: 3, user_group_id: 3, users_id: null, name: 'Studio' },
    { ...grant, ...above, grant_id: 4, user_group_id: 4, users_id: null, name: 'Brand leads' },
  ];
  server.use(
    http.get(`${at}/node/8`, () => HttpResponse.json({ items: [ana], total: 1 })),
    http.get(`${at}/8/parents`, () => HttpResponse.json({ items: inherited, total: 3 })),
    http.get(`${at}/node/8/candidate`, () => HttpResponse.json({ groups: [], people: [] })),
  );
  const node = { node_id: 8, name: 'Summer', node_type: 'folder' } as const;
  const routeTree = createRootRoute({ component: () => <AccessEditor appId={4} node={node} asked /> });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) });
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const person = userEvent.setup();
  expect(await screen.findByText('1 person · 2 groups')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Group or person' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Add people' }));
  expect(screen.getByRole('combobox', { name: 'Group or person' })).toBeTruthy();
});

it('access stands beside the information', async () => {
  const keys = [...(await detailTabs())].sort((one, other) => one.order - other.order).map(({ key }) => key);
  expect(keys.slice(0, 2)).toEqual(['information', 'access']);
});
