import { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { notify } from '../../../platform/ui/notify';
import { problem } from '../../../testing/answers';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import { starSeveral } from '../entry/entry-changes';
import type { Entry } from '../queries';
import { chooseFavourite, favouriteIdsQuery } from './favourites';

const server = startServer();
const home = 'http://vitrine.test/api/app/3/home';

const file = (node_id: number): Entry => ({
  ...{ node_id, node_type: 'file', entry_type: 'pdf', parent_id: 5, name: 'Plan.pdf', role: 'reader' },
  ...{ locked: false, marks: [], item_count: null, size: 9, mime_type: 'application/pdf', modified_at: 0 },
  preview: noPreview,
});

let client: QueryClient;
let told: MockInstance<typeof notify.error>;

beforeEach(() => {
  told = vi.spyOn(notify, 'error').mockImplementation(() => undefined);
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

const withStars = (answer: () => Response) => server.use(http.get(`${home}/favourite_ids`, answer));

it('stars_that_cannot_be_read_are_told_once_in_the_words_of_the_server', async () => {
  withStars(() => problem(503, 'busy', 'Because'));
  await starSeveral(client, 3, [file(7), file(8)]);
  expect(told).toHaveBeenCalledExactlyOnceWith('Because');
});

it('stars_that_cannot_be_read_are_told_once_also_if_a_proxy_answers', async () => {
  withStars(() => new HttpResponse('<html>', { status: 502 }));
  await starSeveral(client, 3, [file(7), file(8)]);
  expect(told).toHaveBeenCalledOnce();
});

it('of_a_server_that_is_away_the_bar_alone_tells', async () => {
  withStars(() => HttpResponse.error());
  await starSeveral(client, 3, [file(7), file(8)]);
  expect(told).not.toHaveBeenCalled();
});

it('a_star_that_is_refused_without_a_body_is_taken_back', async () => {
  client.setQueryData(favouriteIdsQuery(3).queryKey, new Set<number>());
  const empty = { status: 503, headers: { 'content-length': '0' } };
  server.use(http.put(`${home}/favourite/7`, () => new HttpResponse(null, empty)));
  await chooseFavourite(client, 3, 7, true).catch(() => undefined);
  expect(client.getQueryData(favouriteIdsQuery(3).queryKey)).toEqual(new Set());
});
