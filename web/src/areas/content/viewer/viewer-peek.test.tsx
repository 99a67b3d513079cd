import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';

type Detail = Schema<'EntryDetail'>;

const server = startServer();
const at = 'http://vitrine.test/api/app/4';
const browser = Reflect.get(window, 'happyDOM');

const beach: Detail = {
  ...{ node_id: 8, name: 'Beach.png', role: 'reader', parent_id: 5, node_type: 'file', entry_type: 'image' },
  ...{ size: 154_624, mime_type: 'image/png', modified_at: 0, created_at: 0, created_by: null, taken_at: null },
  ...{ created_by_name: 'Júlia Mendes', locked: false, marks: [], item_count: null, hash: null, pages: null },
  ...{ repository_id: 2, tenant_id: 1, open_comments: 0, asks_first: false, preview_reason: null, properties: {} },
  preview: { ...noPreview, status: 'ready', width: 1200, height: 1600, version: 'v' },
};

/** The viewer shows the file on a phone; gives its low sheet. */
async function peekOf(over: Partial<Detail> = {}, favourites: readonly number[] = []) {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  const shown = { ...beach, ...over };
  const folder = { ...beach, node_id: 5, name: 'Office', node_type: 'folder', parent_id: null };
  server.use(
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: [shown], total: 1, next: null })),
    http.get(`${at}/entry/5`, () => HttpResponse.json(folder)),
    http.get(`${at}/entry/8`, () => HttpResponse.json(shown)),
    http.get(`${at}/home/favourite_ids`, () => HttpResponse.json({ node_ids: favourites })),
  );
  const { person } = await openPage('/content/4/navigation/5?show=8');
  return { person, peek: await low() };
}

const low = () => screen.findByRole('region', { name: 'Actions and facts' });
const high = () => screen.findByRole('complementary', { name: 'Details' });
const labels = (peek: HTMLElement) =>
  within(peek)
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter((label) => label !== '');

beforeEach(() => {
  browser.setViewport({ width: 390, height: 844 });
  localStorage.setItem('navigationViewMode', 'list');
});
afterEach(() => {
  browser.setViewport({ width: 1024, height: 768 });
  Reflect.deleteProperty(navigator, 'share');
});

it.each([
  ['to read', {}, ['Address', 'Download', 'Favourite', 'Info']],
  [
    'to ask for',
    { download_request: { of: null, waits: false, asked: null, others: false } },
    ['Address', 'Ask first', 'Favourite', 'Info'],
  ],
  [
    'that was asked for',
    { download_request: { of: null, waits: true, asked: 'Ana Souza', others: false } },
    ['Address', 'Asked', 'Favourite', 'Info'],
  ],
  ['to manage', { role: 'manager' }, ['Share', 'Download', 'Favourite', 'Info']],
] as const)('a file %s has its actions in the sheet of a phone', async (_, over, wanted) => {
  const { peek } = await peekOf(over);
  expect(labels(peek)).toEqual(wanted);
});

it('a line tells its marks, pixels, size and person', async () => {
  const marks = ['Internal', 'Embargo'].map((security_mark_key, index) => ({
    security_mark_id: index + 1,
    security_mark_key,
  }));
  const { peek } = await peekOf({ marks });
  expect(within(peek).getByText('1200 × 1600 · 151 KB · Júlia Mendes')).toBeTruthy();
  expect(within(peek).getByText('Internal')).toBeTruthy();
  expect(within(peek).getByText('+1')).toBeTruthy();
});

it('the handle makes the sheet high and low again, and keeps the focus', async () => {
  const { person, peek } = await peekOf();
  await person.click(within(peek).getByRole('button', { name: 'Show more about the file' }));
  const panel = await high();
  expect(screen.queryByRole('region', { name: 'Actions and facts' })).toBeNull();
  const less = within(panel).getByRole('button', { name: 'Show less about the file' });
  expect(document.activeElement).toBe(less);
  await person.click(less);
  const more = within(await low()).getByRole('button', { name: 'Show more about the file' });
  expect(screen.queryByRole('complementary', { name: 'Details' })).toBeNull();
  expect(document.activeElement).toBe(more);
});

it('Info opens the information, whichever tab was open before', async () => {
  const { person, peek } = await peekOf({ role: 'manager' });
  await person.click(within(peek).getByRole('button', { name: 'Info' }));
  await person.click(within(await high()).getByRole('tab', { name: 'Access' }));
  await person.click(within(await high()).getByRole('button', { name: 'Show less about the file' }));
  await person.click(within(await low()).getByRole('button', { name: 'Info' }));
  expect(within(await high()).getByRole('tab', { name: 'Information', selected: true })).toBeTruthy();
});

it('the star of a favourite is pressed, and a tap takes it', async () => {
  const { person, peek } = await peekOf({}, [8]);
  const taken: string[] = [];
  server.use(
    http.delete(`${at}/home/favourite/8`, ({ request }) => {
      taken.push(request.method);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const star = await within(peek).findByRole('button', { name: 'Favourite', pressed: true });
  await person.click(star);
  await within(peek).findByRole('button', { name: 'Favourite', pressed: false });
  await waitFor(() => expect(taken).toEqual(['DELETE']));
});

const share = (answer: () => Promise<void>) => {
  const asked = vi.fn((_: ShareData) => answer());
  Object.defineProperty(navigator, 'share', { value: asked, configurable: true });
  return asked;
};

it('Share asks how, by a link or with people, where the user may share', async () => {
  const asked = share(() => Promise.resolve());
  const { person, peek } = await peekOf({ role: 'manager' });
  await person.click(within(peek).getByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Beach.png' }));
  expect(dialog.getAllByRole('tab')).toHaveLength(2);
  expect(asked).not.toHaveBeenCalled();
});

it('who may not share hands the address to the device, and closing its sheet copies nothing', async () => {
  const { person, peek } = await peekOf();
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  const asked = share(() => Promise.reject(new DOMException('closed', 'AbortError')));
  await person.click(within(peek).getByRole('button', { name: 'Address' }));
  expect(asked).toHaveBeenCalledWith({ title: 'Beach.png', url: location.href });
  expect(copied).not.toHaveBeenCalled();
});

it.each([
  ['a device that cannot share', null],
  ['a device that refuses', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
])('on %s, the address is copied', async (_, answer) => {
  const { person, peek } = await peekOf();
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  if (answer) share(answer);
  await person.click(within(peek).getByRole('button', { name: 'Address' }));
  expect(await screen.findByText(/^The address is copied\./)).toBeTruthy();
  expect(copied).toHaveBeenCalledWith(location.href);
});
