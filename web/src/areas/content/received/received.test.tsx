import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application, problem } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import type { ReceivedFile } from './received-queries';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';
const received = `${at}/received/folder/5`;

const office = {
  ...{ node_id: 5, name: 'Office', role: 'writer', parent_id: null, node_type: 'folder', entry_type: 'folder' },
  ...{ size: 0, mime_type: '', modified_at: 0, created_at: 0, created_by: null, taken_at: null, locked: false },
  ...{ marks: [], item_count: 0, hash: null, pages: null, preview: noPreview, repository_id: 2, tenant_id: 1 },
  ...{ preview_reason: null, properties: {} },
} as unknown as Schema<'EntryDetail'>;

const file = (node_id: number, name: string, over: Partial<ReceivedFile> = {}): ReceivedFile => ({
  ...{ node_id, name, size: 1500, mime: 'image/png', entry_type: 'image', picture: 'none', placeholder: null },
  ...{ name_taken: false, sender: 'Rui Lima', sender_email: null, link_id: 1, link_label: 'For the press' },
  ...{ arrived_at: 1_700_000_000, expires_at: 1_702_592_000 },
  ...over,
});

let waiting: ReceivedFile[];
let asked: { counted: number; accepted: Schema<'ReceivedAcceptance'>[]; rejected: Schema<'ReceivedRejection'>[] };

beforeEach(() => {
  waiting = [];
  asked = { counted: 0, accepted: [], rejected: [] };
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
});

/** Decides about these files as the server does; those that are gone fail. */
function decide(nodeIds: number[] | null | undefined): HttpResponse<Schema<'ReceivedDecision'>> {
  const meant = nodeIds ?? waiting.map(({ node_id }) => node_id);
  const done = meant.filter((id) => waiting.some(({ node_id }) => node_id === id));
  const failed = meant.filter((id) => !done.includes(id)).map((node_id) => ({ node_id, code: 'not_found' }));
  waiting = waiting.filter(({ node_id }) => !done.includes(node_id));
  return HttpResponse.json({ done, failed, left: waiting.length });
}

async function folder(files: ReceivedFile[], path = '/content/4/navigation/5') {
  waiting = files;
  server.use(
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: [], total: 0, next: null })),
    http.get(`${at}/entry/5`, () => HttpResponse.json(office)),
    http.get(`${at}/actions/node/5`, () => HttpResponse.json({ items: [{ action_key: 'upload' }] })),
    http.get(`${received}/count`, () => {
      asked.counted += 1;
      return HttpResponse.json({ count: waiting.length });
    }),
    http.get(received, () => HttpResponse.json({ items: waiting, next: null, total: waiting.length })),
    http.post(`${received}/accept`, async ({ request }) => {
      const wanted = (await request.json()) as Schema<'ReceivedAcceptance'>;
      asked.accepted.push(wanted);
      return decide(wanted.node_ids);
    }),
    http.post(`${received}/reject`, async ({ request }) => {
      const wanted = (await request.json()) as Schema<'ReceivedRejection'>;
      asked.rejected.push(wanted);
      return decide(wanted.node_ids);
    }),
  );
  const opened = await openPage(path);
  await screen.findByRole('main');
  // What waits is asked about once the page is used.
  await opened.person.click(document.body);
  return opened;
}

/** The dialog of the received files, opened from the folder. */
async function receivedFiles(...files: ReceivedFile[]) {
  const { person } = await folder(files);
  const words = `${files.length} received ${files.length === 1 ? 'file' : 'files'}`;
  await person.click(await screen.findByRole('button', { name: words }));
  const dialog = await screen.findByRole('dialog', { name: 'Received files' });
  const list = await within(dialog).findByRole('list', { name: 'Received files' });
  return { person, dialog, list };
}

it('a folder in which nothing waits says nothing', async () => {
  await folder([]);
  await waitFor(() => expect(asked.counted).toBe(1));
  expect(screen.queryByRole('button', { name: /received file/ })).toBeNull();
});

it('tells who has sent what and by which link, and accepts one', async () => {
  const { person, dialog, list } = await receivedFiles(
    file(8, 'one.png', { sender_email: 'rui@casa.example' }),
    file(9, 'two.png'),
  );
  const seen = 'Until they are accepted, only people who may add files to this folder see them.';
  expect(within(dialog).getByText(seen)).toBeTruthy();
  const [first] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toContain('from Rui Lima <rui@casa.example> · by the link “For the press”');
  await person.click(within(dialog).getByRole('button', { name: 'Accept one.png' }));
  expect(await screen.findByText('1 file is in the folder now.')).toBeTruthy();
  await waitFor(() => expect(within(list).queryByText('one.png')).toBeNull());
  expect(asked.accepted).toEqual([{ node_ids: [8], replace: false }]);
  expect(await screen.findByText('1 received file')).toBeTruthy();
});

it('asks what happens to names that are taken, before anything is accepted', async () => {
  const { person, dialog } = await receivedFiles(file(8, 'one.png', { name_taken: true }), file(9, 'two.png'));
  await person.click(within(dialog).getByRole('button', { name: 'Accept all' }));
  const question = await screen.findByRole('dialog', { name: '1 name is taken' });
  expect(asked.accepted).toEqual([]);
  await person.click(within(question).getByRole('button', { name: 'Replace' }));
  expect(await screen.findByText('2 files are in the folder now.')).toBeTruthy();
  expect(asked.accepted).toEqual([{ node_ids: null, replace: true }]);
  expect(await screen.findByText('Nothing waits here any more.')).toBeTruthy();
});

it('rejects those that are chosen, after a question', async () => {
  const { person, dialog, list } = await receivedFiles(file(8, 'one.png'), file(9, 'two.png'), file(10, 'three.png'));
  for (const name of ['one.png', 'three.png']) {
    await person.click(within(list).getByRole('checkbox', { name: `Choose ${name}` }));
  }
  expect(within(dialog).getByRole('checkbox', { name: '2 chosen' })).toBeTruthy();
  await person.click(within(dialog).getByRole('button', { name: 'Reject chosen' }));
  const question = await screen.findByRole('dialog', { name: 'Reject 2 files?' });
  expect(asked.rejected).toEqual([]);
  // Somebody else has just decided about one.
  waiting = waiting.filter(({ node_id }) => node_id !== 10);
  await person.click(within(question).getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('1 file is rejected.')).toBeTruthy();
  expect(await screen.findByText(/^1 file could not be changed\./)).toBeTruthy();
  expect(asked.rejected).toEqual([{ node_ids: [8, 10] }]);
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
});

it('says why nothing was accepted', async () => {
  const { person, dialog } = await receivedFiles(file(8, 'one.png'));
  server.use(http.post(`${received}/accept`, () => problem(403, 'access_denied', 'You may not upload here.')));
  await person.click(within(dialog).getByRole('button', { name: 'Accept one.png' }));
  expect(await screen.findByText('You may not upload here.')).toBeTruthy();
});

it('an address opens the received files of a folder', async () => {
  const { person } = await folder([file(8, 'one.png')], '/content/4/navigation/5#received');
  const dialog = await screen.findByRole('dialog', { name: 'Received files' });
  expect(await within(dialog).findByText('one.png')).toBeTruthy();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
