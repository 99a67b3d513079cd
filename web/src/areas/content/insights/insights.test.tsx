import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application, problem } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import type { Entry } from '../queries';
import type { UsedDay } from './insights-queries';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';
const of = `${at}/insights/repository/3`;
const DAY = 86_400;
const from = 20_000 * DAY;

afterEach(cleanup);

function entry(node_id: number, name: string, node_type: 'file' | 'folder' = 'file'): Entry {
  return {
    ...{
      node_id,
      name,
      node_type,
      entry_type: node_type === 'file' ? 'text' : 'folder',
      parent_id: 5,
      role: 'manager',
    },
    ...{ locked: false, marks: [], item_count: null, size: 2000, mime_type: 'text/plain' },
    ...{ modified_at: 1_700_000_000, preview: noPreview },
  } as Entry;
}

let items: UsedDay[];
let asked: URL[];

const heard = (request: Request) => {
  asked.push(new URL(request.url));
};

beforeEach(() => {
  items = [
    { day: from, views: 2, downloads: 1, shares: 0 },
    { day: from + 29 * DAY, views: 10, downloads: 0, shares: 1 },
  ];
  asked = [];
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  const amount = { files: 3, bytes: 4096 };
  server.use(
    http.get(`${at}/entry/3`, () => HttpResponse.json({ ...entry(3, 'Photos'), node_type: 'repository' })),
    http.get(of, ({ request }) => {
      heard(request);
      return HttpResponse.json({ from, days: 30, counted_since: from, surveyed_at: from, items });
    }),
    http.get(`${of}/used`, ({ request }) => {
      heard(request);
      const found = items.length === 0 ? [] : [{ number: 12, entry: entry(8, 'pier.txt') }];
      return HttpResponse.json({ items: found, next: null });
    }),
    http.get(`${of}/unused`, () =>
      HttpResponse.json({ items: [entry(9, 'forgotten.txt')], next: null, counted_since: from }),
    ),
    http.get(`${of}/links`, () =>
      HttpResponse.json({
        items: [
          {
            ...{ link_id: 1, label: 'Press', made_by: 'Ana Souza', made_at: from, expires_at: from, is_over: true },
            ...{ visits: 7, downloads: 2, entry: entry(8, 'pier.txt') },
          },
        ],
      }),
    ),
    http.get(`${of}/storage`, () =>
      HttpResponse.json({
        surveyed_at: from,
        total: { files: 4, bytes: 8192 },
        folders: [{ entry: entry(5, 'Spring', 'folder'), ...amount }],
        elsewhere: { files: 1, bytes: 4096 },
        people: [{ users_id: 2, name: 'Marcos Lima', ...amount }],
        others: { files: 0, bytes: 0 },
      }),
    ),
  );
});

it('a manager sees how a repository is used, and what of it', async () => {
  const { person } = await openPage('/content/4/insights/3');
  expect(await screen.findByRole('heading', { level: 1, name: 'Insights' })).toBeTruthy();
  const tiles = await screen.findByRole('group', { name: 'What is shown' });
  expect(
    within(tiles)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['12Views', '1Downloads', '1Links made']);
  expect(screen.getByRole('img', { name: /^12 views from/ })).toBeTruthy();
  const most = await screen.findByRole('list', { name: 'Viewed most' });
  expect(within(most).getByText('12 views')).toBeTruthy();
  await person.click(within(tiles).getByRole('button', { name: /Downloads/ }));
  expect(screen.getByRole('img', { name: /^1 download from/ })).toBeTruthy();
  await screen.findByRole('list', { name: 'Downloaded most' });
  expect(asked.at(-1)?.searchParams.get('by')).toBe('downloads');

  const links = screen.getByRole('list', { name: 'Most visited links' });
  expect(within(links).getByText('Press')).toBeTruthy();
  expect(within(links).getByText('pier.txt · by Ana Souza · ended')).toBeTruthy();
  const folders = screen.getByRole('list', { name: 'Storage by folder' });
  expect(within(folders).getByRole('link', { name: 'Spring' })).toBeTruthy();
  expect(within(folders).getByText('Elsewhere in the repository')).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Storage by person' })).getByText('Marcos Lima')).toBeTruthy();
  const unused = screen.getByRole('list', { name: 'Unused for a year' });
  expect(within(unused).getAllByRole('listitem')).toHaveLength(1);
  const csv = screen.getByRole('link', { name: 'Downloaded most as CSV' });
  expect(csv.getAttribute('href')).toContain('/insights/repository/3/export?list=used&period=month&by=downloads');
});

it('a folder among what is used most has the sign of a folder', async () => {
  const found = [
    { number: 12, entry: entry(8, 'pier.txt') },
    { number: 9, entry: entry(5, 'Spring', 'folder') },
  ];
  server.use(http.get(`${of}/used`, () => HttpResponse.json({ items: found, next: null })));
  await openPage('/content/4/insights/3');
  const most = await screen.findByRole('list', { name: 'Viewed most' });
  const [pier, spring] = within(most).getAllByRole('listitem');
  expect(spring?.querySelector('[data-sign="folder"]')).toBeTruthy();
  expect(pier?.querySelector('[data-sign]')).toBeNull();
});

it('the period is part of the address, and what is asked for', async () => {
  const { person, router } = await openPage('/content/4/insights/3');
  await person.click(await screen.findByRole('radio', { name: '1 year' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ period: 'year' }));
  await waitFor(() => expect(asked.some(({ searchParams }) => searchParams.get('period') === 'year')).toBe(true));
});

it('without uses the page says so', async () => {
  items = [];
  await openPage('/content/4/insights/3');
  expect(await screen.findByRole('heading', { name: 'Nothing in this period' })).toBeTruthy();
});

it('who does not manage the repository is told that there is nothing to see', async () => {
  server.use(http.get(of, () => problem(403, 'needs_role.manager', 'Only managers may.')));
  await openPage('/content/4/insights/3');
  expect(await screen.findByRole('link', { name: 'To the library' })).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'What is shown' })).toBeNull();
});
