import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application, problem } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';
import type { Version, Versions } from './api';

const server = startServer();
const at = 'http://vitrine.test/api/app/4';
const page = '/content/4/actions/entry/info/8';

function file(over: Partial<Schema<'EntryDetail'>> = {}): Schema<'EntryDetail'> {
  return {
    ...{ node_id: 8, name: 'plan.png', role: 'writer', parent_id: 5, node_type: 'file', entry_type: 'image' },
    ...{ mime_type: 'image/png', size: 1024, modified_at: 0, created_at: 0, created_by: null, taken_at: null },
    ...{ locked: false, marks: [], item_count: null, hash: null, pages: null, repository_id: 2, tenant_id: 1 },
    ...{ preview_reason: null, properties: {}, open_comments: 0, asks_first: false },
    preview: { ...noPreview, status: 'ready', width: 800, height: 600, version: 'v' },
    ...over,
  };
}

function version(number: number, over: Partial<Version> = {}): Version {
  return {
    ...{ version_id: 100 + number, number, label: '', is_current: false, size: 1024 * number, mime: 'image/png' },
    ...{ hash: `hash ${number}`, made_at: 1_800_000_000, made_by: { users_id: 7, name: 'Ana Souza' } },
    restored_from: null,
    ...over,
  };
}

const three = [version(3, { is_current: true }), version(2, { label: 'For print' }), version(1, { made_by: null })];

/** What comes after the first answer, where that says so. */
const oldest: Versions = { versions: [version(0, { label: 'The very first' })], may_change: true, next: null };

/** The calls that change versions, as they were sent. */
function kept(first: Versions, entry = file()) {
  const sent: unknown[] = [];
  let now = first;
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${at}/entry/8`, () => HttpResponse.json(entry)),
    http.get(`${at}/version/entry/8`, ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.has('after') ? oldest : now),
    ),
    http.post(`${at}/version/restored/:id`, ({ params }) => {
      sent.push(`restore ${params['id']}`);
      const number = (now.versions[0]?.number ?? 0) + 1;
      const rest = now.versions.filter((one) => String(one.version_id) !== params['id']);
      const restored = version(number, { is_current: true, restored_from: 2 });
      now = { ...now, versions: [restored, ...rest.map((one) => ({ ...one, is_current: false }))] };
      return HttpResponse.json(now);
    }),
    http.put(`${at}/version/:id`, async ({ params, request }) => {
      const body = (await request.json()) as { label: string };
      sent.push([params['id'], body]);
      if (body.label === 'refused') return problem(409, 'locked', 'Somebody has locked it');
      now = {
        ...now,
        versions: now.versions.map((one) => (String(one.version_id) === params['id'] ? { ...one, ...body } : one)),
      };
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete(`${at}/version/:id`, ({ params }) => {
      sent.push(`delete ${params['id']}`);
      now = { ...now, versions: now.versions.filter((one) => String(one.version_id) !== params['id']) };
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

const part = async () => within(await screen.findByRole('region', { name: 'Versions' }));
const rows = async () => (await part()).findAllByRole('listitem');

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
});

async function choose(person: Awaited<ReturnType<typeof openPage>>['person'], of: string, action: string) {
  await person.click(await (await part()).findByRole('button', { name: `Actions for ${of}` }));
  await person.click(await screen.findByRole('menuitem', { name: action, hidden: true }));
}

it('lists the versions with who made them, the newest first', async () => {
  kept({ versions: three, may_change: true, next: null });
  await openPage(page);
  const [newest, middle, oldest] = (await rows()).map((row) => row.textContent);
  expect(newest).toMatch(/^Version 3Current.* by Ana Souza3\u00a0KB$/);
  expect(middle).toMatch(/^Version 2For print/);
  expect(oldest).toMatch(/^Version 1\d/);
});

it('offers no change to who may not make one, and nothing to compare where there is one version', async () => {
  kept({ versions: [version(1, { version_id: 0, is_current: true })], may_change: false, next: null });
  const { person } = await openPage(page);
  expect(await (await part()).findByText('When the file is replaced, what it is now stays here.')).toBeTruthy();
  expect((await part()).queryByRole('button', { name: 'Upload new version' })).toBeNull();
  await person.click((await part()).getByRole('button', { name: 'Actions for Version 1' }));
  const items = await screen.findAllByRole('menuitem', { hidden: true });
  expect(items.map((item) => item.textContent)).toEqual(['Preview', 'Download']);
});

it('restores a version at once, says so, and takes it back', async () => {
  const sent = kept({ versions: three, may_change: true, next: null });
  const { person } = await openPage(page);
  await choose(person, 'Version 2, For print', 'Restore');
  expect(await screen.findByText(/^plan\.png is as in version 2 again\./)).toBeTruthy();
  await waitFor(async () => expect((await rows())[0]?.textContent).toMatch(/^Version 4, from version 2Current/));
  await person.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toEqual(['restore 102', 'restore 103']));
});

it('names a version in its row, and shows why a name is refused', async () => {
  const sent = kept({ versions: three, may_change: true, next: null });
  const { person } = await openPage(page);
  await choose(person, 'Version 1', 'Give it a name');
  const field = await (await part()).findByRole('textbox', { name: 'Name of version 1' });
  await person.type(field, 'refused{Enter}');
  expect(await (await part()).findByText('Somebody has locked it')).toBeTruthy();
  await person.clear(field);
  await person.type(field, ' First {Enter}');
  expect(await (await part()).findByText('First')).toBeTruthy();
  expect(sent).toEqual([
    ['101', { label: 'refused' }],
    ['101', { label: 'First' }],
  ]);
});

it('asks before it deletes a version', async () => {
  const sent = kept({ versions: three, may_change: true, next: null });
  const { person } = await openPage(page);
  await choose(person, 'Version 1', 'Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Version 1?' }));
  expect(sent).toEqual([]);
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect(sent).toEqual(['delete 101']);
});

it('compares two pictures beside each other, by a line that keys move, and by what differs', async () => {
  kept({ versions: three, may_change: true, next: null });
  const { person } = await openPage(page);
  await choose(person, 'Version 1', 'Compare with the current one');
  const dialog = within(await screen.findByRole('dialog', { name: 'Versions of plan.png' }));
  const sources = () => dialog.getAllByRole('img').map((one) => one.getAttribute('src'));
  expect(sources()).toEqual([
    expect.stringContaining('/rendition/version/101?size=1280'),
    expect.stringContaining('/rendition/preview/8?size=1280&v=v'),
  ]);
  await person.click(dialog.getByRole('radio', { name: 'Swipe' }));
  const line = dialog.getByRole('slider', { name: 'Line between Version 1 and Version 3' });
  line.focus();
  await person.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
  expect(line.getAttribute('aria-valuenow')).toBe('61');
  await person.keyboard('{Home}');
  expect(line.getAttribute('aria-valuenow')).toBe('0');
  await person.click(dialog.getByRole('radio', { name: 'Difference' }));
  expect(dialog.getByRole('region', { name: 'Difference of Version 1 and Version 3' })).toBeTruthy();

  // Another one is chosen.
  const older = dialog.getByRole('combobox', { name: 'Version' });
  await person.click(older);
  const choices = within(document.getElementById(older.getAttribute('aria-controls') ?? '') ?? document.body);
  await person.click(choices.getByRole('option', { name: 'Version 2, For print', hidden: true }));
  expect(sources()[0]).toContain('/rendition/version/102?');
});

it('compares two texts, with signs and words for what was added and removed', async () => {
  const plain = three.map((one) => ({ ...one, mime: 'text/plain' }));
  kept(
    { versions: plain, may_change: false, next: null },
    file({ name: 'plan.txt', mime_type: 'text/plain', entry_type: 'text' }),
  );
  server.use(
    http.get('http://vitrine.test/api/file/version/102', () => HttpResponse.text('One\nred house\n')),
    http.get('http://vitrine.test/api/file/content/8', () => HttpResponse.text('One\nblue house\n')),
  );
  const { person } = await openPage(page);
  await choose(person, 'Version 3', 'Compare with the one before');
  const dialog = within(await screen.findByRole('dialog', { name: 'Versions of plan.txt' }));
  expect(await dialog.findByText('1 line added, 1 line removed')).toBeTruthy();
  const lines = dialog.getAllByRole('row').map((row) => row.textContent);
  expect(lines).toEqual(['One', '−Removedred house', '+Addedblue house']);
  expect(dialog.getByText('red').tagName).toBe('DEL');
  expect(dialog.getByText('blue').tagName).toBe('INS');
});

it('tells of other files what they are, in Portuguese too', async () => {
  const archives = three.map((one) => ({ ...one, mime: 'application/zip' }));
  kept(
    { versions: archives, may_change: false, next: null },
    file({ name: 'all.zip', mime_type: 'application/zip', entry_type: 'archive', preview: noPreview }),
  );
  const { person } = await openPage(page, { language: 'pt' });
  const versions = within(await screen.findByRole('region', { name: 'Versões' }));
  await person.click(await versions.findByRole('button', { name: 'Ações para Versão 1' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Comparar com a atual', hidden: true }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Versões de all.zip' }));
  const sizes = within(dialog.getByRole('row', { name: /^Tamanho/ })).getAllByRole('cell');
  expect(sizes.map((cell) => cell.textContent)).toEqual(['1\u00a0KB', '3\u00a0KB']);
});

it('shows a version large, and the letters of a text', async () => {
  const plain = three.map((one) => ({ ...one, mime: 'text/plain' }));
  kept(
    { versions: plain, may_change: false, next: null },
    file({ name: 'plan.txt', mime_type: 'text/plain', entry_type: 'text' }),
  );
  server.use(http.get('http://vitrine.test/api/file/version/101', () => HttpResponse.text('What it was')));
  const { person } = await openPage(page);
  await person.click(await (await part()).findByRole('button', { name: 'Preview of Version 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'plan.txt: Version 1' }));
  expect(await dialog.findByText('What it was')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Download' })).toBeTruthy();
});

it('goes on with older versions', async () => {
  kept({ versions: three, may_change: true, next: 'more' });
  const { person } = await openPage(page);
  await person.click(await (await part()).findByRole('button', { name: 'Show older versions' }));
  expect(await (await part()).findByText('The very first')).toBeTruthy();
  expect(await rows()).toHaveLength(4);
  expect((await part()).queryByRole('button', { name: 'Show older versions' })).toBeNull();
});
