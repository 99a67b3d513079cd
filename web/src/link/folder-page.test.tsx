import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { rgbaToThumbHash } from 'thumbhash';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, openLink, openLinkPage, serve } from '../testing/open-link';
import { startServer } from '../testing/server';
import { sharedEntry as entry } from '../testing/shared-entry';
import type { Entry } from './answers';

const server = startServer();

/** What is near the window is seen when a test says so. */
let seen: (() => void)[] = [];

beforeEach(() => {
  seen = [];
  class Watch {
    readonly tell: () => void;
    constructor(notice: (found: { isIntersecting: boolean }[]) => void) {
      this.tell = () => notice([{ isIntersecting: true }]);
    }
    observe() {
      seen.push(this.tell);
    }
    disconnect() {
      seen = seen.filter((one) => one !== this.tell);
    }
  }
  vi.stubGlobal('IntersectionObserver', Watch);
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

/** The blurred colours of a picture, as transparent as `alpha` says. */
const hashOf = (alpha: number) => {
  const pixels = Array.from({ length: 16 }, () => [255, 99, 9, alpha]).flat();
  return btoa(String.fromCharCode(...rgbaToThumbHash(4, 4, pixels)));
};
const [glassHash, plainHash] = [hashOf(40), hashOf(255)];

const folder = (node_id: number, name: string): Entry =>
  entry(node_id, { kind: 'folder', name, bytes: null, mime: null, entry_type: 'folder', has_picture: false });
const film = entry(3, { name: 'Clip.mp4', mime: 'video/mp4', entry_type: 'video' });
const top = { items: [folder(8, 'Portraits'), entry(1), entry(2), film], path: [{ node_id: 5, name: 'Summer 2026' }] };
const portraits = {
  items: [entry(11), entry(12)],
  path: [
    { node_id: 5, name: 'Summer 2026' },
    { node_id: 8, name: 'Portraits' },
  ],
};

const files = async () => within(await screen.findByRole('list', { name: 'Files' }));
const viewer = (name: string) => screen.findByRole('dialog', { name: `Preview of ${name}` });

it('its head has the first picture that can fill it, and none without one', async () => {
  const tiny = entry(1, { width: 96, height: 96 });
  const glass = entry(2, { placeholder: glassHash });
  const over = entry(3, { rights_ended: true });
  serve(server, openLink(), { top: { items: [tiny, glass, over, entry(4), entry(5)], path: top.path } });
  openLinkPage();
  await files();
  const cover = () => document.querySelector('header[data-cover] img')?.getAttribute('src');
  expect(cover()).toContain('/picture/4?');
});

it('of pictures that are small or transparent its head shows none', async () => {
  const items = [entry(1, { width: 300, height: 1190 }), entry(2, { placeholder: glassHash }), film];
  // A later page does not change the head that is seen.
  serve(server, openLink(), { top: { items: [...items, entry(4)], path: top.path } }, 3);
  openLinkPage();
  await files();
  expect(document.querySelector('[data-cover]')).toBeNull();
  seen.at(-1)?.();
  await screen.findByRole('link', { name: 'Photo 4.jpg' });
  expect(document.querySelector('[data-cover]')).toBeNull();
});

it('a small picture stays as large as it is, and a transparent one loses its colours', async () => {
  const items = [entry(1, { width: 96, height: 64, placeholder: plainHash }), entry(2, { placeholder: glassHash })];
  serve(server, openLink(), { top: { items: [...items, entry(3, { placeholder: plainHash })] } });
  openLinkPage();
  const pictures = (await files()).getAllByRole('listitem').map((tile) => tile.querySelector('img'));
  expect(pictures.map((picture) => picture?.dataset['fit'])).toEqual(['own', 'cover', 'cover']);
  expect(pictures[0]?.sizes).toBe('96px');
  const coloured = () => pictures.map((picture) => picture?.style.backgroundImage !== '');
  expect(coloured()).toEqual([true, true, true]);
  for (const picture of pictures) picture?.dispatchEvent(new Event('load'));
  await waitFor(() => expect(coloured()).toEqual([false, false, true]));
  expect(pictures.map((picture) => picture?.hasAttribute('data-transparent'))).toEqual([false, true, false]);
});

it('folders are walked into, and back up as far as what is shared', async () => {
  serve(server, openLink(), { top, 8: portraits });
  openLinkPage();
  await userEvent.click(await screen.findByRole('link', { name: 'Portraits' }));
  const title = await screen.findByRole('heading', { level: 1, name: 'Portraits' });
  expect(title).toBe(document.activeElement);
  expect(location.search).toBe('?folder=8');
  const path = within(screen.getByRole('navigation', { name: 'Path' }));
  expect(path.getAllByRole('link').map((one) => one.textContent)).toEqual(['Summer 2026']);
  expect(screen.getAllByRole('link', { name: 'Download all' })[0]?.getAttribute('href')).toBe(
    '/api/link/abc/archive?folder=8',
  );
  await userEvent.click(path.getByRole('link', { name: 'Summer 2026' }));
  await screen.findByRole('heading', { level: 1, name: 'Summer 2026' });
  expect(location.search).toBe('');
});

it('of a selection the way back begins with its name', async () => {
  const inside = { items: [entry(11)], path: [{ node_id: 8, name: 'Portraits' }] };
  serve(server, openLink({ kind: 'selection', title: 'For the shop' }), { top: { items: top.items }, 8: inside });
  openLinkPage('/l/abc?folder=8');
  await screen.findByRole('heading', { level: 1, name: 'Portraits' });
  expect(within(screen.getByRole('navigation', { name: 'Path' })).getByRole('link').textContent).toBe('For the shop');
});

it('cards of folders have pictures of what is in them, and a sign where there is none', async () => {
  const cover = [1, 2, 3].map((node_id) => entry(node_id + 20));
  const items = [
    { ...folder(8, 'Portraits'), cover },
    { ...folder(9, 'Places'), cover: cover.slice(0, 2) },
  ];
  serve(server, openLink(), { top: { items: [...items, folder(10, 'Words'), entry(1)], path: top.path } });
  openLinkPage();
  const cards = within(await screen.findByRole('list', { name: 'Folders' })).getAllByRole('link');
  const told = cards.map((card) => ({
    name: card.textContent,
    pictures: [...card.querySelectorAll('img')].map((image) => image.getAttribute('src')?.split('?')[0]),
  }));
  const at = (node_id: number) => `/api/link/abc/picture/${node_id}`;
  expect(told).toEqual([
    { name: 'Portraits', pictures: [at(21), at(22), at(23)] },
    { name: 'Places', pictures: [at(21), at(22)] },
    { name: 'Words', pictures: [] },
  ]);
});

it('where no folder has a picture, its name is all there is', async () => {
  serve(server, openLink(), { top });
  openLinkPage();
  const list = await screen.findByRole('list', { name: 'Folders' });
  expect(list.querySelector('img, [data-count]')).toBeNull();
});

it('a folder that is not there says so, and the link still works', async () => {
  serve(server, openLink(), { top });
  openLinkPage('/l/abc?folder=99');
  await screen.findByText('This folder is no longer here.');
});

it('is narrowed to a kind of files', async () => {
  serve(server, openLink(), { top });
  openLinkPage();
  const chips = within(await screen.findByRole('group', { name: 'Files' }));
  expect(chips.getAllByRole('button').map((one) => one.textContent)).toEqual(['All 3', 'Pictures 2', 'Films 1']);
  await userEvent.click(chips.getByRole('button', { name: 'Films 1' }));
  await waitFor(async () => expect((await files()).queryByRole('link', { name: 'Photo 1.jpg' })).toBeNull());
  (await files()).getByRole('link', { name: 'Clip.mp4' });
  expect(screen.queryByRole('link', { name: 'Portraits' })).toBeNull();
});

it('loads page by page, and the rest again after a failure', async () => {
  const items = Array.from({ length: 5 }, (_, index) => entry(index + 1));
  serve(server, openLink(), { top: { items } }, 2);
  openLinkPage();
  const count = async () => (await files()).getAllByRole('listitem').length;
  await waitFor(async () => expect(await count()).toBe(2));
  seen.at(-1)?.();
  await waitFor(async () => expect(await count()).toBe(4));
  server.use(http.get(`${api}/entries`, () => HttpResponse.error()));
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('The rest could not be loaded.');
  serve(server, openLink(), { top: { items } }, 2);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await count()).toBe(5));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('the viewer goes through the files, and has an address', async () => {
  serve(server, openLink(), { top });
  openLinkPage();
  await userEvent.click(await screen.findByRole('link', { name: 'Photo 1.jpg' }));
  const dialog = within(await viewer('Photo 1.jpg'));
  expect(location.hash).toBe('#1');
  dialog.getByText('1 of 3');
  await userEvent.keyboard('{ArrowRight}');
  await viewer('Photo 2.jpg');
  expect(location.hash).toBe('#2');
  await userEvent.click(dialog.getByRole('button', { name: 'Previous file' }));
  await viewer('Photo 1.jpg');
  expect(dialog.getByRole('button', { name: 'Previous file' }).getAttribute('aria-disabled')).toBe('true');
  const back = vi.spyOn(history, 'back').mockImplementation(() => {
    history.replaceState(null, '', '/l/abc');
    window.dispatchEvent(new Event('popstate'));
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(back).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Photo 1.jpg' }));
});

it('a file of an address is found on a later page, and left out if it is on none', async () => {
  const items = Array.from({ length: 5 }, (_, index) => entry(index + 1));
  serve(server, openLink(), { top: { items } }, 2);
  openLinkPage('/l/abc#5');
  await viewer('Photo 5.jpg');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(location.hash).toBe(''));
  history.replaceState(null, '', '/l/abc#77');
  window.dispatchEvent(new Event('popstate'));
  await waitFor(() => expect(location.hash).toBe(''));
});

it('one chosen file is saved as it is, several as an archive', async () => {
  serve(server, openLink(), { top });
  openLinkPage();
  await screen.findByRole('list', { name: 'Files' });
  await userEvent.click(screen.getAllByRole('button', { name: 'Choose files' })[0] as HTMLElement);
  const bar = within(await screen.findByRole('region', { name: 'Chosen files' }));
  const choose = (name: string) => userEvent.click(screen.getByRole('checkbox', { name: `Choose ${name}` }));
  const address = () => bar.getByRole('link', { name: 'Download' }).getAttribute('href');
  expect(bar.queryByRole('link')).toBeNull();
  await choose('Photo 2.jpg');
  await bar.findByText('1 chosen, 1 KB');
  expect(address()).toBe('/api/link/abc/content/2?download=true');
  await choose('Portraits');
  await bar.findByText('2 chosen');
  expect(address()).toBe('/api/link/abc/archive?node_ids=2,8');
  await userEvent.click(bar.getByRole('button', { name: 'Choose all' }));
  await bar.findByText('4 chosen');
  await userEvent.click(bar.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('link', { name: 'Photo 2.jpg' });
  await userEvent.click(screen.getAllByRole('button', { name: 'Choose files' })[0] as HTMLElement);
  await screen.findByText('0 chosen');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Chosen files' })).toBeNull());
});

it('a picture that fails gives way to the name, and comes with the connection', async () => {
  serve(server, openLink(), { top: { items: [entry(1)] } });
  openLinkPage();
  const tile = (await files()).getByRole('listitem');
  expect(tile.textContent).not.toContain('1\u00a0KB1\u00a0KB');
  tile.querySelector('img')?.dispatchEvent(new Event('error'));
  await waitFor(() => expect(tile.querySelector('img')?.hasAttribute('data-failed')).toBe(true));
  expect(tile.querySelector('svg')).not.toBeNull();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(tile.querySelector('img')?.hasAttribute('data-failed')).toBe(false));
});
