import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { changeLanguage } from '../../../platform/i18n/i18n';
import type { Notice } from '../../../platform/registry/notices';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';
import type { BgAction } from '../background-actions';

const server = startServer();
const core = 'http://vitrine.test/api/core';

function told(notice_id: number, over: Partial<Notice> = {}): Notice {
  return {
    ...{ notice_id, kind: 'comment_mention', subject: 9, application_instance_id: 4, times: 1, told_at: 1_800_000_000 },
    from: { users_id: 8, name: 'Beto Lima', avatar_url: null },
    entry: { node_id: 7, parent_id: 5, node_type: 'file', entry_type: 'image', name: 'one.png' },
    about: { title: null, text: 'Look at this', target: 9 },
    detail: {},
    seen: false,
    ...over,
  };
}

/** Ended a moment ago. */
const ended: BgAction = {
  ...{ bg_action_id: 'a', bg_group_id: 'g', title: 'a file', text: '', type: 'upload', icon: null, items: null },
  ...{ created_at: Date.now() / 1000 - 60, progress: 100, status: 'done', node_id: null, parent_id: null },
  ...{ cancellable: false, done: null, failed: null, can_undo: false, undo_until: null, undone: false },
  ...{ can_retry: false, retry_until: null, undoes: null, from_id: null },
};

/** A bell with these notices; the calls that change them. */
async function bellWith(notices: Notice[], actions: readonly BgAction[] = []) {
  const calls: unknown[] = [];
  let items = notices;
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${core}/background-action`, () => HttpResponse.json({ items: actions, total: actions.length })),
    http.get(`${core}/notice/unseen`, () => HttpResponse.json({ unseen: items.filter(({ seen }) => !seen).length })),
    http.get(`${core}/notice`, () => HttpResponse.json({ items, next: null })),
    http.put(`${core}/notice/seen`, async ({ request }) => {
      calls.push(await request.json());
      items = items.map((one) => ({ ...one, seen: true }));
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete(`${core}/notice/:id`, ({ params }) => {
      calls.push(`remove ${params['id']}`);
      items = items.filter(({ notice_id }) => notice_id !== Number(params['id']));
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete(`${core}/notice`, ({ request }) => {
      calls.push(`clear ${new URL(request.url).searchParams.get('up_to')}`);
      items = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const page = await openPage('/');
  await screen.findByRole('heading', { level: 1 });
  return { ...page, calls };
}

async function opened(person: Awaited<ReturnType<typeof openPage>>['person']): Promise<HTMLElement> {
  await person.click(await screen.findByRole('button', { name: /^Notices/ }));
  return screen.findByRole('dialog', { hidden: true });
}

it('tells what is new first, marks it as seen, and leads to its place', async () => {
  const { person, calls } = await bellWith([
    told(12, { times: 3, kind: 'comment_answer' }),
    told(11, {
      kind: 'collection_shared',
      subject: 2,
      entry: null,
      about: { title: 'Spring', text: null, target: null },
    }),
    told(10, { seen: true }),
  ]);
  await screen.findByRole('button', { name: 'Notices, 2 new' });
  const list = await opened(person);
  const fresh = await within(list).findByRole('region', { name: 'New', hidden: true });
  const links = within(fresh).getAllByRole('link', { hidden: true });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/content/4/navigation/5?show=7#comments-9',
    '/content/4/collections/2',
  ]);
  expect(fresh.textContent).toContain('3 new answers in a thread on one.png, the last by Beto Lima');
  expect(fresh.textContent).toContain('Beto Lima shared the collection Spring with you');
  const earlier = within(list).getByRole('region', { name: 'Earlier', hidden: true });
  expect(earlier.textContent).toContain('Beto Lima mentioned you on one.png');
  expect(earlier.textContent).toContain('Look at this');
  await waitFor(() => expect(calls).toEqual([{ notice_id: 12, and_earlier: true }]));
  // They stay new as long as they are looked at.
  expect(within(list).getByRole('region', { name: 'New', hidden: true })).toBe(fresh);
});

it('a file whose folder is not seen, and a folder, have pages of their own', async () => {
  const entry = { node_id: 7, parent_id: null, node_type: 'file', entry_type: 'image', name: 'one.png' } as const;
  const { person } = await bellWith([
    told(12, { entry }),
    told(11, { entry: { ...entry, parent_id: 5, node_type: 'folder' } }),
    told(10, { kind: 'of_a_newer_server', entry: { ...entry, node_type: 'folder' }, about: null }),
  ]);
  const links = await within(await opened(person)).findAllByRole('link', { hidden: true });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/content/4/actions/entry/info/7#comments-9',
    '/content/4/actions/entry/info/7#comments-9',
    '/content/4/navigation/7',
  ]);
  expect(links[2]?.textContent).toContain('Beto Lima: one.png');
});

it('a request to download leads to its answer', async () => {
  const { person } = await bellWith([
    told(12, {
      ...{ kind: 'download_asked', subject: 31 },
      entry: { node_id: 5, parent_id: 2, node_type: 'folder', entry_type: 'folder', name: 'Office' },
    }),
  ]);
  const link = await within(await opened(person)).findByRole('link', { hidden: true });
  expect(link.getAttribute('href')).toBe('/content/4/actions/entry/info/5#usage-31');
});

it('the bell opens with what is new, also if it hears of that only then', async () => {
  const { person } = await bellWith([], [ended]);
  await screen.findByRole('button', { name: /^Notices/ });
  server.use(
    http.get(`${core}/notice/unseen`, () => HttpResponse.json({ unseen: 1 })),
    http.get(`${core}/notice`, () => HttpResponse.json({ items: [told(12)], next: null })),
  );
  const list = await opened(person);
  expect(await within(list).findByRole('tab', { name: /^For you/, selected: true, hidden: true })).toBeTruthy();
  expect(await within(list).findByRole('link', { hidden: true })).toBeTruthy();
});

it('without news the bell opens with what was done lately', async () => {
  const { person } = await bellWith([told(12, { seen: true })], [ended]);
  const list = await opened(person);
  expect(await within(list).findByRole('tab', { name: /^In progress/, selected: true, hidden: true })).toBeTruthy();
});

it('notices are put away one by one or all at once, and the empty list says what comes there', async () => {
  const { person, calls } = await bellWith([
    told(12, { seen: true }),
    told(11, { seen: true }),
    told(10, { seen: true }),
  ]);
  await screen.findByRole('button', { name: 'Notices' });
  const list = await opened(person);
  await person.click(
    (await within(list).findAllByRole('button', { name: /^Remove: Beto Lima/, hidden: true }))[0] as HTMLElement,
  );
  await waitFor(() => expect(within(list).getAllByRole('listitem', { hidden: true })).toHaveLength(2));
  expect(list.contains(document.activeElement)).toBe(true);
  await person.click(within(list).getByRole('button', { name: 'Remove all', hidden: true }));
  await within(list).findByText('Nothing for you yet');
  expect(calls).toEqual(['remove 12', 'clear 11']);
});

it('says what happened in the language that the page has now', async () => {
  const { person } = await bellWith([told(12)]);
  const list = await opened(person);
  await within(list).findByText('Beto Lima mentioned you on one.png');
  await act(() => changeLanguage('pt'));
  expect(await within(list).findByText('Beto Lima mencionou você em one.png')).toBeTruthy();
  await act(() => changeLanguage('en'));
});
