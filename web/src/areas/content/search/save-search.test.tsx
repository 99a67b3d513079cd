import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../../platform/api/query-client';
import { startI18n } from '../../../platform/i18n/i18n';
import { loadSearchTexts } from '../../../platform/i18n/search-texts';
import { startServer } from '../../../testing/server';
import { SaveSearch } from './SaveSearch';

const server = startServer();

beforeAll(async () => {
  await startI18n();
  await loadSearchTexts();
});
beforeEach(() => queryClient.clear());

const page = (query: string) => (
  <MantineProvider env="test">
    <QueryClientProvider client={queryClient}>
      <SaveSearch appId={1} query={query} title="beach" />
    </QueryClientProvider>
  </MantineProvider>
);

it('a saved search that was changed can be updated or saved as another one', async () => {
  const changes: unknown[] = [];
  const saved = { saved_search_id: 7, title: 'Beaches', query: 'term=beach' };
  server.use(
    http.get('*/api/app/1/home/saved_search', () => HttpResponse.json({ items: [saved] })),
    http.put('*/api/app/1/home/saved_search/7', async ({ request }) => {
      changes.push(await request.json());
      return HttpResponse.json({ ...saved, query: 'term=beach&type=pictures' });
    }),
  );
  const { rerender } = render(page('term=beach'));
  await screen.findByRole('button', { name: 'Saved search “Beaches”' });
  rerender(page('term=beach&type=pictures'));
  await userEvent.click(await screen.findByRole('button', { name: 'Save search' }));
  expect(await screen.findByRole('menuitem', { name: 'Save as a new search' })).toBeDefined();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Update “Beaches”' }));
  await waitFor(() => expect(changes).toEqual([{ title: 'Beaches', query: 'term=beach&type=pictures' }]));
});

it('a search that comes from no saved one is saved at once', async () => {
  const posts: unknown[] = [];
  server.use(
    http.get('*/api/app/1/home/saved_search', () => HttpResponse.json({ items: [] })),
    http.post('*/api/app/1/home/saved_search', async ({ request }) => {
      posts.push(await request.json());
      return HttpResponse.json({ saved_search_id: 1, title: 'beach', query: 'term=beach' }, { status: 201 });
    }),
  );
  render(page('term=beach'));
  await userEvent.click(await screen.findByRole('button', { name: 'Save search' }));
  await waitFor(() => expect(posts).toEqual([{ title: 'beach', query: 'term=beach' }]));
});
