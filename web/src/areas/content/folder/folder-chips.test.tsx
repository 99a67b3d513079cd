import { screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

const entry = (node_id: number, name: string, entry_type: string) => ({
  ...{
    node_id,
    name,
    role: 'manager',
    parent_id: 5,
    node_type: entry_type === 'folder' ? 'folder' : 'file',
    entry_type,
  },
  ...{ size: 1, mime_type: null, modified_at: 0, created_at: 0, created_by: null, taken_at: null, locked: false },
  ...{ marks: [], item_count: null, hash: null, pages: null, repository_id: 2, tenant_id: 1 },
  ...{ preview_reason: null, properties: {}, preview: noPreview },
});

const all = [entry(6, 'Prints', 'folder'), entry(7, 'Beach.jpg', 'image'), entry(8, 'Plan.pdf', 'pdf')];
const types = ['image', 'pdf', 'folder'].map((entry_type) => ({ entry_type, count: 1 }));
const people = [
  { users_id: 3, name: 'Ana Souza', count: 2 },
  { users_id: 4, name: 'Rui Melo', count: 1 },
];

/** Opens a path; what comes back are the types and people that its lists and selections are asked for. */
async function opened(path: string, { facets = { complete: true, types, people }, long = false } = {}) {
  const asked: string[] = [];
  const sums: unknown[] = [];
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${at}/entry/list/:id`, async ({ request }) => {
      const query = new URL(request.url).searchParams;
      // Of a long list, what comes next never comes.
      if (query.has('after')) await delay('infinite');
      const [of, by] = [query.get('types'), query.get('people')];
      asked.push([of ?? 'all', by ?? 'anybody'].join(' of '));
      const items = all.filter(({ entry_type }) => of === null || of.split(',').includes(entry_type));
      return HttpResponse.json({
        items,
        total: of === null && by === null ? 3 : null,
        total_at_least: false,
        next: long ? 'more' : null,
      });
    }),
    http.get(`${at}/entry/facets/5`, () => HttpResponse.json(facets)),
    http.get(`${at}/entry/5`, () => HttpResponse.json(entry(5, 'Office', 'folder'))),
    http.post(`${at}/selection`, async ({ request }) => {
      sums.push(await request.json());
      return HttpResponse.json({ count: 9, bytes: 9, as_of: 1, acts: [] });
    }),
  );
  return { ...(await openPage(path)), asked, sums };
}

const chips = () => screen.findByRole('group', { name: 'Narrow the list' });

beforeEach(() => localStorage.setItem('navigationViewMode', 'list'));

it('a chip narrows the list to its type, and the same chip takes it back', async () => {
  const { person, router, asked } = await opened('/content/4/navigation/5');
  const chip = within(await chips()).getByRole('button', { name: 'Pictures 1' });
  await person.click(chip);
  await waitFor(() => expect(asked.at(-1)).toBe('image,vector of anybody'));
  expect(router.state.location.search).toEqual({ type: 'pictures' });
  await waitFor(() => expect(screen.queryByText('Plan.pdf')).toBeNull());
  expect(chip.getAttribute('aria-pressed')).toBe('true');
  await person.click(chip);
  expect(router.state.location.search).toEqual({});
  await waitFor(() => expect(screen.getAllByText('Plan.pdf').length).toBeGreaterThan(0));
});

it('a person is chosen from a menu, beside the type', async () => {
  const { person, router, asked } = await opened('/content/4/navigation/5?type=documents');
  await waitFor(() => expect(asked.at(-1)).toContain('pdf'));
  await person.click(within(await chips()).getByRole('button', { name: 'Person' }));
  await person.click(await screen.findByRole('menuitemradio', { name: /Ana Souza/, hidden: true }));
  await waitFor(() => expect(router.state.location.search).toEqual({ type: 'documents', by: '3' }));
  await waitFor(() => expect(asked.at(-1)).toContain('of 3'));
  await person.click(screen.getByRole('button', { name: 'Anybody' }));
  expect(router.state.location.search).toEqual({ type: 'documents' });
});

it('of what one person brought, the types and the number stay, and Back takes the choice back', async () => {
  const ofAna = { complete: true, types: types.slice(0, 1), people: people.slice(0, 1) };
  const { person, router, asked } = await opened('/content/4/navigation/5');
  await person.click(within(await chips()).getByRole('button', { name: 'Person' }));
  server.use(http.get(`${at}/entry/facets/5`, () => HttpResponse.json(ofAna)));
  await person.click(await screen.findByRole('menuitemradio', { name: /Ana Souza/, hidden: true }));
  await waitFor(() => expect(asked.at(-1)).toContain('of 3'));
  expect(await within(await chips()).findByRole('button', { name: 'All 1', pressed: true })).toBeTruthy();
  expect(within(await chips()).getByRole('button', { name: 'Pictures 1' })).toBeTruthy();
  router.history.back();
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(router.state.location.pathname).toBe('/content/4/navigation/5');
});

it('what was selected of one list is not selected of another, and a sum is of what is shown', async () => {
  const { person, sums } = await opened('/content/4/navigation/5?type=pictures', { long: true });
  await screen.findByText('Beach.jpg');
  await person.keyboard('{Control>}a{/Control}');
  await waitFor(() => expect(sums).toEqual([{ parent_id: 5, filter: { types: 'image,vector' } }]));
  expect(await screen.findByText(/9 selected/)).toBeTruthy();
  await person.click(within(await chips()).getByRole('button', { name: /^All/ }));
  await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull());
});

it('a list that is narrowed to nothing says so, and shows everything again', async () => {
  const { person, router } = await opened('/content/4/navigation/5?type=films');
  expect(await screen.findByText('Nothing here fits')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Show everything' }));
  expect(router.state.location.search).toEqual({});
  await waitFor(() => expect(screen.getAllByText('Plan.pdf').length).toBeGreaterThan(0));
});

it('where everything is of one type and of one person, there is nothing to narrow by', async () => {
  await opened('/content/4/navigation/5', {
    facets: { complete: true, types: types.slice(0, 1), people: people.slice(0, 1) },
  });
  await screen.findByText('Plan.pdf');
  expect(screen.queryByRole('group', { name: 'Narrow the list' })).toBeNull();
});

it('the wheel turns the chips sideways up to their end, and the page beyond it', async () => {
  await opened('/content/4/navigation/5');
  const row = await chips();
  let left = 0;
  Object.defineProperty(row, 'scrollLeft', { get: () => left, set: (to: number) => (left = Math.min(60, to)) });
  const wheel = () => {
    const event = new WheelEvent('wheel', { deltaY: 50, cancelable: true });
    row.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([wheel(), wheel(), wheel()]).toEqual([true, true, false]);
  expect(left).toBe(60);
});
