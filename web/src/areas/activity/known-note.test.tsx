import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../platform/api/query-client';
import { startI18n } from '../../platform/i18n/i18n';
import { loadTrayTexts } from '../../platform/i18n/tray-texts';
import { startServer } from '../../testing/server';
import { KnownNote } from './KnownNote';
import type { UploadGroup } from './upload-groups';

const server = startServer();

beforeAll(async () => {
  await startI18n();
  await loadTrayTexts();
});
beforeEach(() => queryClient.clear());

type Arrived = { node: number; name: string; replaces?: number; unchanged?: boolean };

/** What is said of these files, if the server finds these equals; each is called after its node and lies in One. */
async function said(arrived: readonly Arrived[], equals: readonly (readonly [number, number])[]): Promise<string[]> {
  const other = (node_id: number) => ({
    ...{ node_id, name: `${node_id}.txt`, parent_id: 5, node_type: 'file' },
    places: [{ node_id: 5, name: 'One' }],
  });
  server.use(
    http.post('http://vitrine.test/api/app/3/equal/entries', () =>
      HttpResponse.json({ items: equals.map(([node_id, of]) => ({ node_id, other: other(of) })) }),
    ),
  );
  const uploads = arrived.map(({ node, ...one }) => ({ id: `u${node}`, ticket: { nodeId: node }, ...one }));
  const group = { appId: 3, arrived: uploads } as unknown as UploadGroup;
  const routeTree = createRootRoute({ component: () => <KnownNote group={group} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) });
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const list = await screen.findByRole('list', { name: 'Files with the same content' });
  return within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent ?? '');
}

it('what is equal to a file elsewhere says where that is', async () => {
  expect(await said([{ node: 8, name: '8.txt' }], [[8, 2]])).toEqual(['The same file is there already: 2.txt in One']);
});

it('two equal files of one upload are told once, and not as if one had been there', async () => {
  const twice = [
    { node: 8, name: '8.txt' },
    { node: 9, name: '9.txt' },
  ];
  const told = await said(twice, [
    [8, 9],
    [9, 8],
  ]);
  expect(told).toEqual(['9.txt is the same as 8.txt, which came with it']);
});

it('a file that was to be replaced by its own bytes has not changed', async () => {
  const told = await said([{ node: 8, name: 'plan.txt', replaces: 2, unchanged: true }], []);
  expect(told).toEqual(['plan.txt had this content already. Nothing has changed.']);
});
