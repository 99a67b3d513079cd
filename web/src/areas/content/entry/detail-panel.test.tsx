import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';

type Detail = Schema<'EntryDetail'>;

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

function entry(node_id: number, name: string, role: Detail['role']): Detail {
  return {
    ...{ node_id, name, role, parent_id: 5, node_type: 'file', entry_type: null, size: 1024, mime_type: null },
    ...{ modified_at: 0, created_at: 0, created_by: null, taken_at: null, locked: false, marks: [], item_count: null },
    ...{ hash: null, pages: null, repository_id: 2, tenant_id: 1, preview_reason: null, properties: {} },
    open_comments: 0,
    asks_first: false,
    preview: noPreview,
  };
}

/** A folder with these files is open, as a list. */
async function folderOf(...files: readonly Detail[]) {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  const list = { items: files, total: files.length, next: null };
  const folder = { ...entry(5, 'Office', 'reader'), node_type: 'folder' };
  server.use(
    http.get(`${at}/entry/list/5`, () => HttpResponse.json(list)),
    ...[folder, ...files].map((one) => http.get(`${at}/entry/${one.node_id}`, () => HttpResponse.json(one))),
  );
  return openPage('/content/4/navigation/5');
}

function sizeOf(this: HTMLElement): number {
  return this.className.includes('scroller') ? 600 : 0;
}

// Lists draw what fits into them, and the test document has no sizes.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(sizeOf);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(sizeOf);
  localStorage.setItem('navigationViewMode', 'list');
});

it('an entry without the open tab shows its first one, and the chosen tab comes back where it fits', async () => {
  const { person } = await folderOf(entry(8, 'Mine.txt', 'manager'), entry(9, 'Theirs.txt', 'reader'));
  await person.click(await screen.findByRole('row', { name: /Mine/ }));
  await person.keyboard('i');
  await person.click(await screen.findByRole('tab', { name: 'Access' }));
  await person.click(screen.getByRole('row', { name: /Theirs/ }));
  expect(await screen.findByRole('tab', { name: 'Information', selected: true })).toBeTruthy();
  expect(screen.getByRole('tabpanel', { name: 'Information' })).toBeTruthy();
  await person.click(screen.getByRole('row', { name: /Mine/ }));
  expect(await screen.findByRole('tab', { name: 'Access', selected: true })).toBeTruthy();
});

it('the key for information tells the number and the size of several entries', async () => {
  const { person } = await folderOf(entry(8, 'One.txt', 'reader'), entry(9, 'Two.txt', 'reader'));
  await person.click(await screen.findByRole('row', { name: /One/ }));
  await person.keyboard('{Shift>}');
  await person.click(screen.getByRole('row', { name: /Two/ }));
  await person.keyboard('{/Shift}i');
  const panel = within(await screen.findByRole('complementary', { name: 'Details' }));
  expect(await panel.findByRole('heading', { name: '2 selected' })).toBeTruthy();
  expect(panel.getByText('2 KB')).toBeTruthy();
});

it('of several entries the panel tells the types, and what can be done with all of them', async () => {
  const sheet = { ...entry(9, 'Two.csv', 'reader'), entry_type: 'sheet' };
  const text = { ...entry(8, 'One.txt', 'manager'), entry_type: 'text' };
  const { person } = await folderOf(text, sheet, { ...sheet, node_id: 10, name: 'Three.csv' });
  await person.click(await screen.findByRole('row', { name: /One/ }));
  await person.keyboard('{Control>}a{/Control}i');
  const panel = within(await screen.findByRole('complementary', { name: 'Details' }));
  const types = within(await panel.findByRole('list', { name: 'Types' })).getAllByRole('listitem');
  expect(types.map(({ textContent }) => textContent)).toEqual(['Spreadsheet 2', 'Text 1']);
  expect(panel.getByRole('button', { name: 'Download' })).toBeTruthy();
  // Of one of them, the person is a reader.
  expect(panel.queryByRole('button', { name: 'Share' })).toBeNull();
  expect(panel.queryByRole('button', { name: 'Information' })).toBeNull();
});

it('only what has pixels of its own tells how many', async () => {
  const preview = { ...noPreview, status: 'ready', width: 960, height: 1280 } as const;
  const text = { ...entry(8, 'Notes.txt', 'reader'), preview: { ...preview, scales: true } };
  const picture = { ...entry(9, 'Photo.jpg', 'reader'), preview };
  const { person } = await folderOf(text, { ...picture, pages: null });
  await person.click(await screen.findByRole('row', { name: /Photo/ }));
  await person.keyboard('i');
  expect(await screen.findByText('960 × 1280 px')).toBeTruthy();
  await person.click(screen.getByRole('row', { name: /Notes/ }));
  expect(await screen.findByText('Modified', { selector: 'dt' })).toBeTruthy();
  expect(screen.queryByText('Dimensions')).toBeNull();
});

it('a received file says who has sent it, by which link, and who has accepted it', async () => {
  const received = {
    ...{ sender: 'Rui Lima', sender_email: 'rui@casa.example', link_label: 'Photos of the fair' },
    ...{ arrived_at: 1_800_000_000, accepted_by: 'Ana Souza', accepted_at: 1_800_000_060 },
  };
  const { person } = await folderOf({ ...entry(8, 'Fair.jpg', 'writer'), received });
  await person.click(await screen.findByRole('row', { name: /Fair/ }));
  await person.keyboard('i');
  const fact = (await screen.findByText('Sent by')).parentElement;
  expect(fact?.textContent).toContain('Rui Lima (rui@casa.example)through the upload link “Photos of the fair”');
  expect(fact?.textContent).toContain('accepted by Ana Souza on ');
});

it('a reader of a received file reads the name of its sender alone', async () => {
  const received = {
    ...{ sender: 'Rui Lima', sender_email: null, link_label: null, arrived_at: 1_800_000_000 },
    ...{ accepted_by: null, accepted_at: 1_800_000_060 },
  };
  const { person } = await folderOf({ ...entry(8, 'Fair.jpg', 'reader'), received });
  await person.click(await screen.findByRole('row', { name: /Fair/ }));
  await person.keyboard('i');
  const fact = (await screen.findByText('Sent by')).parentElement;
  expect(fact?.textContent).toMatch(/^Sent byRui Limathrough an upload linkaccepted on /);
});
