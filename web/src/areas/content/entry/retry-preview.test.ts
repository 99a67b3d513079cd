import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../../platform/api/query-client';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import { type Entry, entriesQuery } from '../queries';
import { retryPreview } from './entry-changes';

const server = startServer();
const list = entriesQuery(3, 5, 'name').queryKey;

const failed: Entry = {
  ...{ node_id: 7, node_type: 'file', entry_type: 'pdf', parent_id: 5, name: 'Plan.pdf', role: 'reader' },
  ...{ locked: false, marks: [], item_count: null, size: 9, mime_type: 'application/pdf', modified_at: 0 },
  preview: { ...noPreview, status: 'error', reason: 'too_slow', retry_at: 60 },
};

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(list, { pages: [{ items: [failed], total: 1, next: null }], pageParams: [null] });
});

const shown = () => queryClient.getQueryData(list)?.pages[0]?.items[0]?.preview;

it.each([
  [204, 'generating_preview', null],
  [404, 'error', 60],
])('a picture that is tried again waits at once, unless the server refuses: %d', async (status, state, retry_at) => {
  const asked: string[] = [];
  server.use(
    http.post('http://vitrine.test/api/app/3/rendition/retry/7', ({ request }) => {
      asked.push(request.url);
      return new HttpResponse(null, { status });
    }),
  );
  await retryPreview(queryClient, 3, failed);
  expect(asked).toHaveLength(1);
  expect(shown()).toMatchObject({ status: state, retry_at });
});
