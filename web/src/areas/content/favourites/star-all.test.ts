import { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { startI18n } from '../../../platform/i18n/i18n';
import { notify } from '../../../platform/ui/notify';
import { startServer } from '../../../testing/server';
import { starAll } from './star-all';

const server = startServer();
const whole = {
  ...{ parentId: 5, except: [9], asOf: 7, count: 2400, bytes: 0, loaded: false },
  acts: new Map<string, number>(),
};

let told: MockInstance<typeof notify.success>;
let sent: unknown[];

beforeAll(() => startI18n());
beforeEach(() => {
  sent = [];
  told = vi.spyOn(notify, 'success').mockImplementation(() => undefined);
});

/** The server changes these stars, call by call. */
function changes(...answers: readonly number[][]) {
  const left = [...answers];
  server.use(
    http.post('http://vitrine.test/api/app/3/home/favourite', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ node_ids: left.shift() ?? [] });
    }),
  );
}

const place = { parent_id: 5, except: [9], as_of: 7 };
const ids = Array.from({ length: 1200 }, (_, at) => at + 1);

it('everything in a folder gets stars by the server, and exactly these are taken back', async () => {
  changes(ids);
  await starAll(new QueryClient(), 3, whole);
  expect(sent).toEqual([{ ...place, chosen: true }]);
  expect(told).toHaveBeenCalledWith('1,200 more entries are favourites.', expect.anything());
  await told.mock.lastCall?.[1]?.undo?.run();
  expect(sent.slice(1)).toEqual([
    { node_ids: ids.slice(0, 1000), chosen: false },
    { node_ids: ids.slice(1000), chosen: false },
  ]);
});

it('where all have one, the stars go', async () => {
  changes([], [1, 2]);
  await starAll(new QueryClient(), 3, whole);
  expect(sent).toEqual([
    { ...place, chosen: true },
    { ...place, chosen: false },
  ]);
  expect(told).toHaveBeenCalledWith('2 entries are no favourites any more.', expect.anything());
});

it('what the server refuses is not told as done', async () => {
  server.use(
    http.post('http://vitrine.test/api/app/3/home/favourite', () =>
      HttpResponse.json({ status: 409, code: 'too_many_favourites', message: 'Too many' }, { status: 409 }),
    ),
  );
  await starAll(new QueryClient(), 3, whole);
  expect(told).not.toHaveBeenCalled();
});

it('where nothing changes, nothing is told', async () => {
  changes([], []);
  await starAll(new QueryClient(), 3, whole);
  expect(sent).toHaveLength(2);
  expect(told).not.toHaveBeenCalled();
});
