import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import type { Entry } from '../queries';

const server = startServer();
const home = 'http://vitrine.test/api/app/7/home';

afterEach(cleanup);

function entry(node_id: number, name: string, other: Partial<Entry> = {}): Entry {
  return {
    node_id,
    name,
    node_type: 'file',
    entry_type: 'image',
    parent_id: 40,
    role: 'reader',
    locked: false,
    marks: [],
    item_count: null,
    size: 2000,
    mime_type: 'image/jpeg',
    modified_at: Math.floor(Date.now() / 1000) - 3600,
    preview: noPreview,
    ...other,
  };
}

const folder = (node_id: number, name: string) => entry(node_id, name, { node_type: 'folder', entry_type: 'folder' });
const nora = { users_id: 3, name: 'Nora Berg', avatar_url: null };

/** Home of somebody with a library, whose lists are empty but for these. */
function answer(lists: Record<string, readonly object[]>): void {
  signedInAs(server, ['USER_REGULAR'], [application(7, 'content', 'Library')]);
  const items = (list: string): JsonBodyType => ({ items: [...(lists[list] ?? [])], next: null }) as JsonBodyType;
  server.use(http.get(`${home}/:list`, ({ params }) => HttpResponse.json(items(String(params['list'])))));
  server.use(http.get(`${home}/favourite_ids`, () => HttpResponse.json({ node_ids: [21] })));
  server.use(http.get('http://vitrine.test/api/app/7/rendition/covers', () => HttpResponse.json({ items: [] })));
}

it('goes on where the user was, with what is new there and how far they came', async () => {
  const now = Math.floor(Date.now() / 1000);
  const book = entry(22, 'Brand book.pdf', { entry_type: 'pdf', preview: { ...noPreview, pages: 12 } });
  answer({
    recent: [
      { ...folder(20, 'Summer'), visited_at: now - 60, position: null, new_items: 14 },
      { ...entry(21, 'Flat white.jpg'), visited_at: now - 2400, position: null, new_items: 0 },
      { ...book, visited_at: now - 7200, position: 5, new_items: 0 },
    ],
  });
  await openPage('/');
  const strip = await screen.findByRole('region', { name: 'Continue' });
  const [summer, coffee, pdf] = within(strip).getAllByRole('listitem');
  expect(summer?.textContent).toContain('14 new since you were here');
  expect(coffee?.textContent).toContain('Viewed 40 minutes ago');
  expect(pdf?.textContent).toContain('Page 5 of 12');
  const link = (item: HTMLElement | undefined) =>
    within(item as HTMLElement)
      .getByRole('link')
      .getAttribute('href');
  expect(link(summer)).toBe('/content/7/navigation/20');
  expect(link(coffee)).toBe('/content/7/navigation/40?show=21');
  const stars = within(strip).getAllByRole('button', { name: /^Favourite/ });
  expect(stars.map((star) => star.getAttribute('aria-pressed'))).toEqual(['false', 'true', 'false']);
  expect(within(strip).getByRole('link', { name: 'See all: Continue' }).getAttribute('href')).toBe(
    '/content/7/recents',
  );
  for (const absent of ['Latest in your folders', 'Shared with me', 'Favourites'])
    expect(screen.queryByRole('region', { name: absent })).toBeNull();
});

it('a picture to go on with has the pixels of the widest card', async () => {
  const preview = { ...noPreview, status: 'ready', width: 3000, height: 3000, version: 'v' } as const;
  const square = entry(21, 'Square.jpg', { preview });
  answer({ recent: [{ ...square, visited_at: 1, position: null, new_items: 0 }] });
  await openPage('/');
  const strip = await screen.findByRole('region', { name: 'Continue' });
  await waitFor(() => expect(strip.querySelector('img')?.sizes).toBe('398px'));
});

it('a right click on a repository opens the menu that its card in the library has', async () => {
  const photos = entry(20, 'Photos', { node_type: 'repository', entry_type: 'repository', role: 'manager' });
  answer({ recent: [{ ...photos, visited_at: 1, position: null, new_items: 0 }] });
  const { person } = await openPage('/');
  const strip = await screen.findByRole('region', { name: 'Continue' });
  await person.pointer({ keys: '[MouseRight]', target: within(strip).getByRole('link', { name: /Photos/ }) });
  const menu = await screen.findByRole('menu');
  expect(within(menu).getByText('Insights')).toBeTruthy();
});

it('an upload that is not over stands first, with what is missing', async () => {
  answer({ recent: [{ ...folder(20, 'Summer'), visited_at: 1, position: null, new_items: 3 }] });
  const group: Schema<'UploadGroup'> = {
    ...{ application_instance_id: 7, bg_action_id: 'a', bg_group_id: 'g', created_at: 1, seen_at: 1, ended: true },
    quiet: false,
    ...{ title: 'Campanha Verão', folder_id: 50, files: 220, done: 218, failed: 2, failures: [] },
  };
  server.use(http.get('http://vitrine.test/api/app/7/upload/group', () => HttpResponse.json({ items: [group] })));
  await openPage('/');
  const card = await screen.findByRole('link', { name: /Campanha Verão/ });
  expect(card.textContent).toContain('2 of 220 are not here yet');
  expect(card.getAttribute('href')).toBe('/content/7/navigation/50');
  expect(await screen.findByText('3 new files in Summer since you were there')).toBeTruthy();
});

it('what waits for the user stands first, with who asks and by when', async () => {
  answer({ shared: [{ ...folder(30, 'Lookbook'), given_at: 1, given_by: nora }] });
  const review = { review_id: 1, asked_by: nora, asked_at: 1, message: '', due_on: '2020-03-05' };
  const waiting = { items: [{ ...entry(32, 'Poster.jpg'), ...review }], next: null };
  server.use(http.get('http://vitrine.test/api/app/7/review/waiting', () => HttpResponse.json(waiting)));
  await openPage('/');
  const strip = await screen.findByRole('region', { name: 'Waiting for you' });
  expect(within(strip).getByRole('listitem').textContent).toMatch(/Poster\.jpg.*Nora Berg.*Overdue since 5 Mar 2020/);
  const link = within(strip).getByTitle('Poster.jpg').getAttribute('href');
  expect(link).toBe('/content/7/reviews?show=32#review');
  const regions = screen.getAllByRole('region').map((region) => region.getAttribute('aria-labelledby'));
  expect(regions.indexOf(strip.getAttribute('aria-labelledby'))).toBe(0);
});

it('says who shared what, and which role one has there', async () => {
  answer({ shared: [{ ...folder(30, 'Lookbook'), given_at: 1, given_by: nora }] });
  await openPage('/', { language: 'pt' });
  const strip = await screen.findByRole('region', { name: 'Compartilhado comigo' });
  expect(within(strip).getByRole('listitem').textContent).toMatch(/Lookbook.*Nora Berg.*Leitor/);
  expect(
    within(strip)
      .getByRole('button', { name: /Lookbook/ })
      .getAttribute('aria-pressed'),
  ).toBe('false');
});

it('shows favourites, and nothing where there is nothing', async () => {
  answer({ favourite: [{ ...entry(31, 'Oranges.jpg'), chosen_at: 1 }] });
  await openPage('/');
  const strip = await screen.findByRole('region', { name: 'Favourites' });
  expect(within(strip).getByRole('link', { name: 'Oranges.jpg' }).getAttribute('href')).toBe(
    '/content/7/navigation/40?show=31',
  );
  expect(screen.queryByRole('region', { name: 'Continue' })).toBeNull();
});

it('says how much there is, and leads to all of it', async () => {
  localStorage.setItem('navigationViewMode', 'list');
  const files = Array.from({ length: 25 }, (_, at) => entry(100 + at, `New ${at}.jpg`));
  const made = files.map((file) => ({ ...file, made_by: nora, folder_name: 'Summer' }));
  answer({
    new: made,
    shared: [{ ...folder(30, 'Lookbook'), given_at: 1, given_by: nora }],
    favourite: Array.from({ length: 17 }, (_, at) => ({ ...entry(40 + at, `Orange ${at}.jpg`), chosen_at: 1 })),
  });
  const { person } = await openPage('/');
  const numbers = async (name: string) =>
    (await screen.findByRole('region', { name })).querySelector('header span')?.textContent;
  expect(await numbers('Latest in your folders')).toBe('24+');
  expect(await numbers('Shared with me')).toBe('1');
  expect(await numbers('Favourites')).toBe('17');
  await person.click(screen.getByRole('link', { name: 'See all: Latest in your folders' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Latest in your folders' })).toBeTruthy();
  expect(await screen.findByRole('gridcell', { name: /^New 0\.jpg/ })).toBeTruthy();
});

it('lists the newest files under their days, each with who brought it and its folder', async () => {
  localStorage.setItem('navigationViewMode', 'grid');
  for (const side of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(900);
  const today = Math.floor(Date.now() / 1000);
  const at = (modified_at: number, id: number, name: string) => entry(id, name, { modified_at });
  answer({
    new: [
      { ...at(today, 50, 'Now.jpg'), made_by: nora, folder_name: 'Summer' },
      { ...at(today - 86_400, 51, 'Before.jpg'), made_by: nora, folder_name: null },
      { ...at(1_600_000_000, 52, 'Old.jpg'), made_by: null, folder_name: 'Archive' },
    ],
  });
  await openPage('/content/7/latest');
  const headings = await screen.findAllByRole('rowheader');
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Today/),
    expect.stringMatching(/^Yesterday/),
    expect.stringMatching(/September 2020/),
  ]);
  const words = (name: RegExp) => screen.getByRole('gridcell', { name }).textContent;
  expect(words(/^Now/)).toContain('Nora Berg in Summer');
  expect(words(/^Before/)).toContain('Nora Berg');
  expect(words(/^Old/)).toContain('Archive');
  vi.restoreAllMocks();
});

it('gives a star at once, and takes it back where the server refuses', async () => {
  answer({ recent: [{ ...entry(21, 'Flat white.jpg'), visited_at: 1, position: null, new_items: 0 }] });
  const calls: string[] = [];
  server.use(
    http.delete(`${home}/favourite/21`, ({ request }) => {
      calls.push(request.method);
      return new HttpResponse(null, { status: 204 });
    }),
    http.put(`${home}/favourite/21`, ({ request }) => {
      calls.push(request.method);
      return new HttpResponse(null, { status: 503 });
    }),
  );
  const { person } = await openPage('/');
  const star = await screen.findByRole('button', { name: 'Favourite: Flat white.jpg' });
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'));
  await person.click(star);
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'));
  await person.click(star);
  await waitFor(() => expect(calls).toEqual(['DELETE', 'PUT']));
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'));
});

it.each([
  ['/content/7/recents', 'Recents', 'Nothing opened yet'],
  ['/content/7/latest', 'Latest in your folders', 'Nothing new yet'],
  ['/content/7/shared', 'Shared with me', 'Nothing was shared with you'],
  ['/content/7/favourites', 'Favourites', 'No favourites yet'],
  ['/content/7/reviews', 'Waiting for you', 'Nothing waits for you'],
])('%s has a screen of its own', async (path, title, empty) => {
  answer({});
  await openPage(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(await screen.findByText(empty)).toBeTruthy();
});
