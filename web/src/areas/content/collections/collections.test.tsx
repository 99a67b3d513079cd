import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import type { Entry } from '../queries';
import type { CollectionDetail, Member } from './collection-types';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

afterEach(cleanup);

function entry(node_id: number, name: string): Entry {
  return {
    ...{ node_id, name, node_type: 'file', entry_type: 'text', parent_id: 5, role: 'writer', locked: false, marks: [] },
    ...{ item_count: null, size: 2000, mime_type: 'text/plain', modified_at: 0, preview: noPreview },
  } as Entry;
}

let entries: Entry[];
let collection: CollectionDetail;
let members: Member[];
let unseen: { known: number; unseen: number; others: boolean };
/** What the page sent, by method and path. */
let sent: [string, unknown][];

beforeEach(() => {
  entries = [entry(8, 'a.txt'), entry(9, 'b.txt'), entry(10, 'c.txt')];
  collection = {
    ...{ collection_id: 3, tenant_id: 1, title: 'Spring', description: 'For the press', role: 'owner' },
    ...{ owner: { users_id: 1, name: 'Ana Souza', avatar_url: null }, item_count: 3, covers: [] },
    ...{ made_at: 0, changed_at: 0, may_take_over: false },
  };
  members = [];
  unseen = { known: 3, unseen: 0, others: false };
  sent = [];
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  localStorage.setItem('navigationViewMode', 'list');
  const kept = async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/app/4/', '');
    sent.push([`${request.method} ${path}`, request.method === 'DELETE' ? null : await request.json()]);
  };
  const done = () => new HttpResponse(null, { status: 204 });
  server.use(
    http.get(`${at}/collection`, () => HttpResponse.json({ items: [collection], next: null })),
    http.post(`${at}/collection`, async ({ request }) => {
      await kept(request);
      return HttpResponse.json({ ...collection, title: 'Summer' }, { status: 201 });
    }),
    http.get(`${at}/collection/3`, () => HttpResponse.json(collection)),
    http.get(`${at}/collection/3/entry`, () => HttpResponse.json({ items: entries, next: null })),
    http.post(`${at}/collection/3/entry`, async ({ request }) => {
      await kept(request);
      return HttpResponse.json({ added: 1 });
    }),
    http.post(`${at}/collection/3/entry/:what`, async ({ request }) => {
      await kept(request);
      return done();
    }),
    http.get(`${at}/collection/3/member`, () => HttpResponse.json({ owner: collection.owner, items: members })),
    http.get(`${at}/collection/3/candidate`, () =>
      HttpResponse.json({ groups: [], people: [{ users_id: 7, name: 'Nora Berg', avatar_url: null }] }),
    ),
    http.post(`${at}/collection/3/member`, async ({ request }) => {
      await kept(request);
      const nora = { users_id: 7, user_group_id: null, name: 'Nora Berg', avatar_url: null };
      members = [{ collection_member_id: 2, ...nora, role: 'viewer' }];
      return HttpResponse.json(members[0], { status: 201 });
    }),
    http.get(`${at}/collection/3/unseen`, () => HttpResponse.json(unseen)),
    http.get(`${at}/actions/node/:id`, () =>
      HttpResponse.json({ items: [{ action_key: 'add_to_collection' }], total: 1 }),
    ),
  );
});

it('lists collections, and shows one in its order', async () => {
  const { person } = await openPage('/content/4/collections');
  const list = await screen.findByRole('list', { name: 'Collections' });
  await person.click(within(list).getByRole('link', { name: /Spring.*3 entries/ }));
  expect(await screen.findByRole('heading', { name: 'Spring' })).toBeTruthy();
  expect(screen.getByText('For the press')).toBeTruthy();
  expect(await screen.findByText('a.txt')).toBeTruthy();
  const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(way.getAllByRole('listitem').map((step) => step.textContent)).toEqual(['Library', 'Collections', 'Spring']);
});

it('is put in order by the keys of a grip, and says so', async () => {
  const { person } = await openPage('/content/4/collections/3');
  await person.click(await screen.findByRole('button', { name: 'Put in order' }));
  const order = await screen.findByRole('list', { name: 'The order of the collection' });
  within(order).getByRole('button', { name: 'Move c.txt, 3 of 3' }).focus();
  await person.keyboard('{ArrowLeft}');
  expect(await screen.findByText('c.txt is 2 of 3 now.')).toBeTruthy();
  expect(document.activeElement).toBe(within(order).getByRole('button', { name: 'Move c.txt, 2 of 3' }));
  await waitFor(() => expect(sent).toEqual([['POST collection/3/entry/move', { node_id: 10, before: 9 }]]));
});

it('takes entries out, and puts them back', async () => {
  const { person } = await openPage('/content/4/collections/3');
  await person.pointer({ keys: '[MouseRight]', target: await screen.findByText('b.txt') });
  await person.click(await screen.findByRole('menuitem', { name: /Remove from collection/, hidden: true }));
  await person.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent).toEqual([
      ['POST collection/3/entry/remove', { node_ids: [9] }],
      ['POST collection/3/entry', { node_ids: [9] }],
    ]),
  );
});

it('offers nothing that changes it to who may only look', async () => {
  collection = { ...collection, role: 'viewer', owner: { users_id: 7, name: 'Nora Berg', avatar_url: null } };
  const { person } = await openPage('/content/4/collections/3');
  await person.pointer({ keys: '[MouseRight]', target: await screen.findByText('b.txt') });
  expect(await screen.findByRole('menuitem', { name: /Add to collection/, hidden: true })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: /Remove from collection/, hidden: true })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Put in order' })).toBeNull();
});

it('adds entries to a collection that is there, or to a new one', async () => {
  const { person } = await openPage('/content/4/collections/3');
  const ask = async () => {
    await person.pointer({ keys: '[MouseRight]', target: await screen.findByText('b.txt') });
    await person.click(await screen.findByRole('menuitem', { name: /Add to collection/, hidden: true }));
    return screen.findByRole('dialog', { name: 'Add b.txt to a collection' });
  };
  const first = await ask();
  await person.click(await within(first).findByRole('button', { name: /Spring/ }));
  expect(await screen.findByText('b.txt is in “Spring” now.')).toBeTruthy();
  const second = await ask();
  await person.type(within(second).getByRole('searchbox', { name: 'Search, or name a new one' }), 'Summer');
  await person.click(within(second).getByRole('button', { name: 'New collection “Summer”' }));
  await waitFor(() =>
    expect(sent).toEqual([
      ['POST collection/3/entry', { node_ids: [9] }],
      ['POST collection', { title: 'Summer', description: '', node_ids: [9] }],
    ]),
  );
});

it('is shared with people by its owner', async () => {
  const { person } = await openPage('/content/4/collections/3');
  await person.click(await screen.findByRole('button', { name: 'Members' }));
  const dialog = await screen.findByRole('dialog', { name: 'Members of Spring' });
  await person.type(within(dialog).getByRole('combobox', { name: 'Group or person' }), 'nora');
  await person.click(await screen.findByRole('option', { name: 'Nora Berg', hidden: true }));
  await person.click(within(dialog).getByRole('button', { name: 'Share' }));
  expect(await within(dialog).findByRole('combobox', { name: 'Role of Nora Berg' })).toBeTruthy();
  expect(sent).toEqual([['POST collection/3/member', { users_id: 7, role: 'viewer' }]]);
});

it('tells its owner how much a chosen person does not see, before and after it is shared', async () => {
  unseen = { known: 3, unseen: 2, others: true };
  const { person } = await openPage('/content/4/collections/3');
  await person.click(await screen.findByRole('button', { name: 'Members' }));
  const dialog = await screen.findByRole('dialog', { name: 'Members of Spring' });
  await person.type(within(dialog).getByRole('combobox', { name: 'Group or person' }), 'nora');
  await person.click(await screen.findByRole('option', { name: 'Nora Berg', hidden: true }));
  const words =
    /^Nora Berg does not see 2 entries, of the 3 .+ Who sees the other entries, only their managers know\.$/;
  expect(await within(dialog).findByText(words)).toBeTruthy();
  await person.click(within(dialog).getByRole('button', { name: 'Share' }));
  await within(dialog).findByRole('combobox', { name: 'Role of Nora Berg' });
  const rows = within(dialog).getByRole('list', { name: 'Members' });
  expect(await within(rows).findByText(words)).toBeTruthy();
});

it('says which of its entries cannot be shared, and why', async () => {
  const lock = { locked: true, locked_by_name: 'Ana Souza', locked_at: 1_800_000_000 };
  entries = [
    { ...entry(8, 'a.txt'), role: 'manager' },
    { ...entry(9, 'b.txt'), role: 'manager', ...lock },
    entry(10, 'c.txt'),
  ];
  server.use(http.get(`${at}/link`, () => HttpResponse.json({ items: [], next: null })));
  const { person } = await openPage('/content/4/collections/3');
  await person.click(await screen.findByRole('button', { name: 'More for Spring' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Share its entries', hidden: true }));
  const dialog = await screen.findByRole('dialog', { name: 'Share “Spring”' });
  const [note] = within(dialog).getAllByRole('note');
  expect(note?.textContent).toContain('2 entries cannot be shared and are left out:');
  const left = within(note as HTMLElement).getAllByRole('listitem');
  expect(left[0]?.textContent).toContain('b.txt: Locked by Ana Souza since');
  expect(left[1]?.textContent).toBe('c.txt: you may not share it');
});

it('is followed by a link that has its title, and the dialog says so', async () => {
  entries = [{ ...entry(8, 'a.txt'), role: 'manager' }];
  const made: unknown[] = [];
  server.use(
    http.get(`${at}/link`, () => HttpResponse.json({ items: [], next: null })),
    http.post(`${at}/link`, async ({ request }) => {
      made.push(await request.json());
      return HttpResponse.json({ link_id: 1, url: 'https://vitrine.test/l/abc' }, { status: 201 });
    }),
  );
  const { person } = await openPage('/content/4/collections/3');
  await person.click(await screen.findByRole('button', { name: 'More for Spring' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Share its entries', hidden: true }));
  const dialog = await screen.findByRole('dialog', { name: 'Share “Spring”' });
  expect(within(dialog).getByText(/^The link follows the collection\./)).toBeTruthy();
  await person.click(within(dialog).getByRole('button', { name: 'Make and copy a link' }));
  await waitFor(() => expect(made).toHaveLength(1));
  expect(made[0]).toMatchObject({ node_ids: [8], collection_id: 3, label: 'Spring' });
});

it('explains to a viewer who sees nothing in it what they would see', async () => {
  entries = [];
  collection = { ...collection, role: 'viewer', item_count: 0 };
  await openPage('/content/4/collections/3');
  expect(await screen.findByText(/those entries that they have access to.+ask Ana Souza for access/)).toBeTruthy();
});
