import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../platform/api/client';
import { signedInAs } from '../../testing/account';
import { application, problem } from '../../testing/answers';
import { openPage } from '../../testing/open-page';
import { noPreview } from '../../testing/preview';
import { startServer } from '../../testing/server';
import { endOf } from './ends';
import type { UsageTerms } from './usage-queries';

type Detail = Schema<'EntryDetail'>;

const server = startServer();
const at = 'http://vitrine.test/api/app/4';
const file = {
  ...{ node_id: 8, name: 'One.png', role: 'reader', parent_id: 5, node_type: 'file', entry_type: 'image' },
  ...{ size: 1024, mime_type: 'image/png', modified_at: 0, created_at: 0, created_by: null, taken_at: null },
  ...{ locked: false, marks: [], item_count: null, hash: null, pages: null, repository_id: 2, tenant_id: 1 },
  ...{ preview_reason: null, properties: {}, asks_first: true, preview: noPreview },
} as unknown as Detail;
const folder = { ...file, node_id: 5, name: 'Office', node_type: 'folder', asks_first: false } as Detail;
const nothing: UsageTerms = {
  ...{ usable_until: null, usable_until_of: null, asks_first: false, asks_first_of: null, withheld: null },
  ...{ own: { usable_until: null, asks_first: false }, request: null, may_set: false, may_answer: false, waiting: 0 },
};
const asked: Schema<'UsageRequest'> = {
  ...{ request_id: 3, asked_by: { users_id: 8, name: 'Beto Lima' }, reason: 'For the fair', asked_at: 1_800_000_000 },
  ...{ state: 'waiting', answered_at: null, allowed_until: null },
};

/** The calls that change something, as they were sent; the terms are told as they then are. */
function listening(entry: Detail, terms: Partial<UsageTerms>, then: Partial<UsageTerms> = terms) {
  const sent: unknown[] = [];
  const note = async ({ request }: { request: Request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ ...nothing, ...then });
  };
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${at}/entry/${entry.node_id}`, () => HttpResponse.json(entry)),
    http.get(`${at}/usage/${entry.node_id}`, () =>
      HttpResponse.json({ ...nothing, ...(sent.length === 0 ? terms : then) }),
    ),
    http.get(`${at}/usage/request/${entry.node_id}`, () =>
      HttpResponse.json({ items: [{ ...asked, entry: { node_id: 8, name: 'One.png' } }], next: null }),
    ),
    http.put(`${at}/usage/${entry.node_id}`, note),
    http.post(`${at}/usage/request/${entry.node_id}`, note),
    http.put(`${at}/usage/answer/3`, note),
  );
  return sent;
}

async function rights(nodeId: number) {
  const { person } = await openPage(`/content/4/actions/entry/info/${nodeId}`);
  return { person, part: within(await screen.findByRole('region', { name: 'Rights' })) };
}

beforeEach(() => {
  // The test document has no sizes.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
});

it('a reader asks with a reason, and then sees that an answer is waited for', async () => {
  const of = { asks_first: true, asks_first_of: { node_id: 5, name: 'Office' } };
  const sent = listening(file, { ...of, withheld: 'asks_first' }, { ...of, withheld: 'asks_first', request: asked });
  const { person, part } = await rights(8);
  expect(await part.findByText('You need permission to download this.')).toBeTruthy();
  expect(part.getByText('Set for the folder Office')).toBeTruthy();
  expect(part.getByText('A yes lets you download everything in “Office”, for some days.')).toBeTruthy();
  expect(part.getByRole('button', { name: 'Ask to download' })).toHaveProperty('disabled', true);
  await person.type(part.getByRole('textbox', { name: 'What do you need it for?' }), ' For the fair ');
  await person.click(part.getByRole('button', { name: 'Ask to download' }));
  expect(await part.findByText(/^You asked on .* and wait for an answer\.$/)).toBeTruthy();
  expect(part.queryByRole('textbox')).toBeNull();
  expect(sent).toEqual([{ reason: 'For the fair' }]);
});

it('what was asked stays when it is refused, with why', async () => {
  listening(file, { asks_first: true, withheld: 'asks_first' });
  server.use(http.post(`${at}/usage/request/8`, () => problem(409, 'conflict', 'You have asked already')));
  const { person, part } = await rights(8);
  const field = await part.findByRole('textbox', { name: 'What do you need it for?' });
  await person.type(field, 'For the fair');
  await person.click(part.getByRole('button', { name: 'Ask to download' }));
  expect(await part.findByText('You have asked already')).toBeTruthy();
  expect(field).toHaveProperty('value', 'For the fair');
});

it.each([
  ['Allow Beto Lima to download', { days: 3 }],
  ['Refuse Beto Lima', { days: null }],
])('a manager answers: %s', async (button, answer) => {
  const manager = { ...folder, role: 'manager' } as Detail;
  const may = { asks_first: true, may_set: true, may_answer: true };
  const sent = listening(manager, { ...may, waiting: 1 }, may);
  const { person, part } = await rights(5);
  const waiting = within(await part.findByRole('region', { name: 'Requests to download' }));
  expect(await waiting.findByText('For the fair')).toBeTruthy();
  expect(waiting.getByText(/^A yes lets them download everything in this folder/)).toBeTruthy();
  expect(waiting.getByText(/^Asked from “One\.png” · /)).toBeTruthy();
  const days = waiting.getByRole('textbox', { name: 'For how many days Beto Lima may download' });
  await person.clear(days);
  await person.type(days, '3');
  await person.click(waiting.getByRole('button', { name: button }));
  await waitFor(() => expect(part.queryByRole('region', { name: 'Requests to download' })).toBeNull());
  expect(sent).toEqual([answer]);
});

it('a writer sets the last day, and is told what readers can no longer do once it is over', async () => {
  const end = endOf('2026-01-31');
  const own = { usable_until: end, asks_first: false };
  const writer = { ...file, role: 'writer' } as Detail;
  const sent = listening(writer, { may_set: true }, { may_set: true, usable_until: end, own });
  const { person, part } = await rights(8);
  expect(await part.findByText('No end date: it may be used as long as it is here.')).toBeTruthy();
  const day = await part.findByRole('textbox', { name: 'Usable until' });
  expect(part.queryByRole('switch')).toBeNull();
  await person.type(day, '31 Jan 2026');
  await person.tab();
  await person.click(part.getByRole('button', { name: 'Save' }));
  expect(await part.findByText('Usage rights ended on 31 Jan 2026')).toBeTruthy();
  expect(part.getByText('Readers can see it, but not download it.')).toBeTruthy();
  expect(sent).toEqual([{ usable_until: end }]);
});

it('who manages a file ends that its readers ask, which it has kept from its folder', async () => {
  const kept = { usable_until: null, asks_first: true };
  const may = { may_set: true, may_answer: true };
  const sent = listening({ ...file, role: 'manager' } as Detail, { ...may, asks_first: true, own: kept }, may);
  const { person, part } = await rights(8);
  const asks = await part.findByRole('switch', { name: /^Readers ask before they download/ });
  expect(part.getByText(/^It came from a folder whose readers ask\./)).toBeTruthy();
  await person.click(asks);
  await person.click(part.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(part.queryByRole('switch')).toBeNull());
  expect(sent).toEqual([{ asks_first: false }]);
});

it('a file without terms has no such tab for its readers', async () => {
  listening({ ...file, asks_first: false }, {});
  await openPage('/content/4/actions/entry/info/8');
  await screen.findByRole('region', { name: 'Information' });
  expect(screen.queryByRole('region', { name: 'Rights' })).toBeNull();
});

/** The office as a list shows it to a reader who has to ask. */
function asking(request: Schema<'DownloadRequest'>) {
  const { waits } = request;
  const entry = { ...file, download_request: request } as Detail;
  const terms: Partial<UsageTerms> = {
    ...{ asks_first: true, withheld: 'asks_first', request: waits ? asked : null },
  };
  const sent = listening(entry, terms, { ...terms, request: asked });
  server.use(
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: [entry], total: 1, next: null })),
    http.get(`${at}/entry/5`, () => HttpResponse.json({ ...folder, parent_id: null })),
    http.get(`${at}/actions/node/8`, () => HttpResponse.json({ items: [{ action_key: 'information' }] })),
  );
  return sent;
}

it('where a download would be, a reader asks: in the menu, in the bar, and on the page about the file', async () => {
  const sent = asking({ of: { node_id: 5, name: 'Office' }, waits: false, asked: null, others: false });
  localStorage.setItem('navigationViewMode', 'list');
  const { person } = await openPage('/content/4/navigation/5');
  await person.click(await screen.findByRole('gridcell', { name: /^One\.png/ }));
  const bar = within(await screen.findByRole('region', { name: 'Selection' }));
  expect(bar.queryByRole('button', { name: 'Download' })).toBeNull();
  await person.click(bar.getByRole('button', { name: 'Ask to download' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ask to download from “Office”' });
  expect(
    await within(dialog).findByText('A yes lets you download everything in “Office”, for some days.'),
  ).toBeTruthy();
  expect(within(dialog).getByText('Whoever answers sees that you ask from “One.png”.')).toBeTruthy();
  await person.type(await within(dialog).findByRole('textbox'), 'For the fair');
  await person.click(within(dialog).getByRole('button', { name: 'Ask to download' }));
  expect(await screen.findByText('Your request is sent. The answer comes by the bell.')).toBeTruthy();
  expect(sent).toEqual([{ reason: 'For the fair' }]);
});

it('the key of a download asks', async () => {
  asking({ of: { node_id: 5, name: 'Office' }, waits: false, asked: null, others: false });
  localStorage.setItem('navigationViewMode', 'list');
  const { person } = await openPage('/content/4/navigation/5');
  await person.click(await screen.findByRole('gridcell', { name: /^One\.png/ }));
  await screen.findByRole('region', { name: 'Selection' });
  await person.keyboard('d');
  expect(await screen.findByRole('dialog', { name: 'Ask to download from “Office”' })).toBeTruthy();
});

it.each([
  [{ of: null, waits: true, asked: 'Ana Souza', others: false }, 'Asked – waiting for Ana Souza'],
  [{ of: null, waits: true, asked: 'Ana Souza', others: true }, 'Asked – waiting for Ana Souza or somebody else'],
  [{ of: null, waits: true, asked: null, others: false }, 'Asked – waiting for an answer'],
])('who has asked reads there for whom they wait: %o', async (request, words) => {
  asking(request);
  const { person } = await openPage('/content/4/actions/entry/info/8');
  await person.click(await screen.findByRole('button', { name: words }));
  // The folder is closed to them.
  const dialog = await screen.findByRole('dialog', { name: 'Ask to download from the folder of “One.png”' });
  expect(await within(dialog).findByText(/^You asked on/)).toBeTruthy();
  expect(within(dialog).queryByRole('textbox')).toBeNull();
});

it('an address leads to a request, which has the focus', async () => {
  const manager = { ...folder, role: 'manager' } as Detail;
  listening(manager, { asks_first: true, may_set: true, may_answer: true, waiting: 1 });
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await openPage('/content/4/actions/entry/info/5#usage-3');
  const request = await screen.findByText('For the fair');
  await waitFor(() => expect(document.activeElement).toBe(request.closest('li')));
  expect(scrolled.mock.contexts).toContain(request.closest('li'));
});

it('several that are asked for at different folders wait, and their menu and bar say why', async () => {
  const request = (node_id: number, name: string) =>
    ({ of: { node_id, name }, waits: false, asked: null, others: false }) satisfies Schema<'DownloadRequest'>;
  asking(request(5, 'Office'));
  const entries = [
    { ...file, download_request: request(5, 'Office') },
    { ...file, node_id: 9, name: 'Two.png', download_request: request(9, 'Two.png') },
  ];
  server.use(http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: entries, total: 2, next: null })));
  localStorage.setItem('navigationViewMode', 'list');
  const { person } = await openPage('/content/4/navigation/5');
  await person.click(await screen.findByRole('gridcell', { name: /^One\.png/ }));
  await person.keyboard('{Control>}');
  await person.click(screen.getByRole('gridcell', { name: /^Two\.png/ }));
  await person.keyboard('{/Control}');
  const bar = within(await screen.findByRole('region', { name: 'Selection' }));
  expect(bar.queryByRole('button', { name: 'Ask to download' })).toBeNull();
  const download = bar.getByRole('button', { name: 'Download' });
  expect(download.getAttribute('aria-disabled')).toBe('true');
  await person.click(download);
  expect(await screen.findByText(/open one to ask\.$/)).toBeTruthy();
  fireEvent.contextMenu(screen.getByRole('gridcell', { name: /^Two\.png/ }));
  const item = await screen.findByRole('menuitem', { name: /^Download/, hidden: true });
  expect(item.getAttribute('aria-disabled')).toBe('true');
});
