import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application, problem } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';

type Detail = Schema<'EntryDetail'>;

const server = startServer();
const at = 'http://vitrine.test/api/app/4';
const folder = '/content/4/navigation/5';

function file(node_id: number, name: string, over: Partial<Detail> = {}): Detail {
  return {
    ...{ node_id, name, role: 'reader', parent_id: 5, node_type: 'file', entry_type: 'image', size: 1024 },
    ...{ mime_type: 'image/png', modified_at: 0, created_at: 0, created_by: null, taken_at: null, locked: false },
    ...{ marks: [], item_count: null, hash: null, pages: null, repository_id: 2, tenant_id: 1 },
    ...{ open_comments: 0, asks_first: false, preview_reason: null, properties: {} },
    preview: { ...noPreview, status: 'ready', width: 800, height: 600, version: 'v' },
    ...over,
  };
}

const files = [file(8, 'One.png'), file(9, 'Two.png'), file(10, 'Three.png')];

/** A folder with these files, listed in pages; `path` is where the page opens. */
async function opened(path: string, listed: readonly Detail[] = files, page = listed.length) {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  const details = [file(5, 'Office', { node_type: 'folder', parent_id: null }), ...listed];
  server.use(
    http.get(`${at}/entry/list/5`, ({ request }) => {
      const from = Number(new URL(request.url).searchParams.get('after') ?? 0);
      const next = from + page < listed.length ? `${from + page}` : null;
      return HttpResponse.json({ items: listed.slice(from, from + page), total: listed.length, next });
    }),
    ...details.map((one) => http.get(`${at}/entry/${one.node_id}`, () => HttpResponse.json(one))),
    http.get(`${at}/entry/404`, () => problem(404, 'not_found', 'Not found')),
    http.get(`${at}/entry/77`, () => HttpResponse.json(file(77, 'Elsewhere.png', { parent_id: 6 }))),
  );
  return openPage(path);
}

const viewer = (name: string) => screen.findByRole('dialog', { name: `Preview of ${name}` });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

function sizeOf(this: HTMLElement): number {
  return this.className.includes('scroller') ? 600 : 0;
}

// Lists draw what fits into them, and the test document has no sizes.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(sizeOf);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(sizeOf);
  localStorage.setItem('navigationViewMode', 'list');
  sessionStorage.clear();
});

it('opening adds one entry to the history, steps stay in it, and Back closes the viewer over the same folder', async () => {
  const { person, router } = await opened(folder);
  await person.dblClick(await screen.findByRole('row', { name: /One/ }));
  await viewer('One.png');
  expect(router.latestLocation.search).toEqual({ show: 8 });
  const length = router.history.length;
  await person.keyboard('{ArrowRight}');
  await viewer('Two.png');
  await person.keyboard('{ArrowRight}');
  await viewer('Three.png');
  expect(router.latestLocation.search).toEqual({ show: 10 });
  expect(router.history.length).toBe(length);
  router.history.back();
  await closed();
  expect(router.latestLocation.pathname).toBe(folder);
  expect(router.latestLocation.search).toEqual({});
  expect(screen.getByRole('row', { name: /Three/, selected: true })).toBeTruthy();
});

it('the page around the viewer keeps its scheme', async () => {
  const { person } = await opened(`${folder}?show=8`);
  await viewer('One.png');
  await person.keyboard('{Escape}');
  await closed();
  expect(document.body.dataset['mantineColorScheme']).toBeUndefined();
});

it('Escape ends the slideshow first, and then closes the viewer', async () => {
  const { person } = await opened(`${folder}?show=8`);
  await viewer('One.png');
  await person.keyboard('s');
  await screen.findByRole('button', { name: 'Stop the slideshow' });
  await person.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Start the slideshow' });
  await person.keyboard('{Escape}');
  await closed();
});

it('in a slideshow a picture has the whole window, also while its controls are shown', async () => {
  const { person } = await opened(`${folder}?show=8`);
  const header = (await viewer('One.png')).querySelector('header');
  const has = (name: string) => header?.parentElement?.hasAttribute(`data-${name}`);
  expect(has('whole')).toBe(false);
  await person.keyboard('s');
  await screen.findByRole('button', { name: 'Stop the slideshow' });
  expect([has('whole'), has('quiet')]).toEqual([true, false]);
  await person.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Start the slideshow' });
  expect(has('whole')).toBe(false);
});

it('End goes to the last file of the folder, which is loaded for it', async () => {
  // A page is so long that the next one is not loaded ahead.
  const shots = Array.from({ length: 130 }, (_, index) => file(100 + index, `Shot ${100 + index}.png`));
  const { person } = await opened(folder, shots, 60);
  await person.dblClick(await screen.findByRole('row', { name: /Shot 100/ }));
  await viewer('Shot 100.png');
  await person.keyboard('{End}');
  await viewer('Shot 229.png');
  await person.keyboard('{Home}');
  await viewer('Shot 100.png');
});

it('Escape goes back to the entry that opened the viewer, and a second one does not leave the folder', async () => {
  const { person, router } = await opened(folder);
  await person.dblClick(await screen.findByRole('row', { name: /One/ }));
  await viewer('One.png');
  await person.keyboard('{Escape}{Escape}');
  await closed();
  expect(router.latestLocation.pathname).toBe(folder);
  router.history.forward();
  await viewer('One.png');
});

it('closing a viewer that a link has opened shows its folder in the same entry of the history', async () => {
  const { person, router } = await opened(`${folder}?show=9&order=-size`);
  await viewer('Two.png');
  const length = router.history.length;
  await person.keyboard('{Escape}');
  await closed();
  expect(router.latestLocation.search).toEqual({ order: '-size' });
  expect(router.history.length).toBe(length);
});

it.each([
  ['that is not there', 404],
  ['of another folder', 77],
])('a link to a file %s says so, and shows the list', async (_, id) => {
  const { router } = await opened(`${folder}?show=${id}`);
  expect(await screen.findByText(/This file is not here any more/)).toBeTruthy();
  expect(await screen.findByRole('row', { name: /One/ })).toBeTruthy();
  await waitFor(() => expect(router.latestLocation.search).toEqual({}));
});

it('Escape closes the menu of a selection and leaves the selection', async () => {
  const { person } = await opened(folder);
  const row = await screen.findByRole('row', { name: /One/ });
  await person.click(row);
  fireEvent.contextMenu(row);
  (await screen.findByRole('menu', { hidden: true })).focus();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu', { hidden: true })).toBeNull());
  expect(screen.getByRole('row', { name: /One/, selected: true })).toBeTruthy();
  await person.keyboard('{Escape}');
  expect(screen.getByRole('row', { name: /One/, selected: false })).toBeTruthy();
});

it('the panel beside the file tells its facts, without a second picture', async () => {
  const { person } = await opened(`${folder}?show=8`);
  const dialog = await viewer('One.png');
  await person.keyboard('i');
  const panel = within(await within(dialog).findByRole('complementary', { name: 'Details' }));
  expect(await panel.findByText('800 × 600 px')).toBeTruthy();
  expect(panel.queryByRole('img')).toBeNull();
});

it.each([
  ['unavailable', 'unsupported', 10, 'There is no preview of this kind of file'],
  ['error', 'password', 10, 'It is protected by a password'],
  ['error', 'unreadable', 0, 'The file is empty'],
] as const)(
  'a file whose picture is %s says why in the viewer, and offers the download: %s, %d bytes',
  async (status, preview_reason, size, words) => {
    const preview = { ...noPreview, status };
    const plan = file(8, 'Plan.xyz', { entry_type: 'file', mime_type: null, size, preview, preview_reason });
    await opened(`${folder}?show=8`, [plan]);
    const why = await within(await viewer('Plan.xyz')).findByText(words);
    expect(within(why.parentElement ?? why).getByRole('button', { name: 'Download' })).toBeTruthy();
  },
);

it('the keys of the viewer are listed over it, and Escape ends the list alone', async () => {
  const { person } = await opened(`${folder}?show=8`);
  await viewer('One.png');
  await person.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(await within(help).findByText('Previous or next file')).toBeTruthy();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull());
  expect(await viewer('One.png')).toBeTruthy();
});
