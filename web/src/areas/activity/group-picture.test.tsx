import { QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../platform/api/query-client';
import { startServer } from '../../testing/server';
import type { Action } from './action';
import { GroupPicture } from './GroupPicture';

const server = startServer();

const uploaded: Action = {
  ...{ id: 'a', groupId: 'g', title: 'film.mov', text: '', type: 'upload', icon: null, createdAt: 1 },
  ...{ progress: 100, status: 'success', nodeId: 7, parentId: 3, items: null, cancellable: false },
  ...{ done: null, failed: null, undoUntil: null, undone: false, retryUntil: null, undoes: null, fromId: null },
};

beforeEach(() => queryClient.clear());

/** What covers are asked for, when there are these. */
function covers(items: object[]): string[] {
  const asked: string[] = [];
  server.use(
    http.get('http://vitrine.test/api/app/4/rendition/covers', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('node_ids') ?? '');
      return HttpResponse.json({ items });
    }),
  );
  return asked;
}

const shown = (action = uploaded) =>
  render(
    <QueryClientProvider client={queryClient}>
      <GroupPicture appId={4} action={action} />
    </QueryClientProvider>,
  ).container;

it('the picture of a file is asked for once it is known that there is one', async () => {
  const asked = covers([{ node_id: 7, chosen_node_id: null, pictures: [{ node_id: 7 }] }]);
  const container = shown();
  expect(container.querySelector('img')).toBeNull();
  await waitFor(() => expect(container.querySelector('img')?.src).toContain('/rendition/preview/7?size=96'));
  expect(asked).toEqual(['7']);
});

it('of a file that is gone no picture is asked for, also if there was one before', async () => {
  covers([{ node_id: 7, chosen_node_id: null, pictures: [{ node_id: 7 }] }]);
  const before = shown();
  await waitFor(() => expect(before.querySelector('img')).not.toBeNull());
  const asked = covers([]);
  const after = shown();
  expect(after.querySelector('img')).toBeNull();
  await waitFor(() => expect(asked).toEqual(['7']));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(after.querySelector('img')).toBeNull();
});

it('an interrupted upload shows no picture of another file of its folder', async () => {
  const asked = covers([{ node_id: 3, chosen_node_id: null, pictures: [{ node_id: 8 }] }]);
  shown({ ...uploaded, status: 'interrupted', progress: 40, nodeId: null, items: 1 });
  // What has ended asks: so the server would have been asked by now.
  shown();
  await waitFor(() => expect(asked).toEqual(['7']));
});
