import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, openLink, openLinkPage, serve } from '../testing/open-link';
import { startServer } from '../testing/server';
import { sharedEntry as entry } from '../testing/shared-entry';
import { speak } from './texts';

const server = startServer();

/** What the browser is told to save. */
let saved: string[] = [];

beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href') ?? '');
  });
  vi.stubGlobal('scrollTo', () => undefined);
  const presets = [
    { preset_id: 7, name: 'Instagram', width: 1080, height: 1080, format: 'jpeg' },
    { preset_id: 9, name: 'Slides', width: 1920, height: null, format: 'png' },
  ];
  server.use(http.get(`${api}/presets`, () => HttpResponse.json({ items: presets })));
});
afterEach(() => {
  speak('en');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name: `Download ${name} as` }));
const text = entry(2, { name: 'Notes.txt', mime: 'text/plain', entry_type: 'text', has_picture: false });

it('a picture is saved in a size of the organisation or of one s own', async () => {
  const asked: string[] = [];
  server.use(
    http.head(`${api}/converted/1`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return new HttpResponse(null, { status: 200 });
    }),
  );
  const link = openLink({ kind: 'file', title: 'Photo 1.jpg', sizes: 'any', downloads_left: 5 });
  serve(server, link, { top: { items: [entry(1)] } });
  openLinkPage();
  expect((await screen.findByRole('link', { name: 'Download' })).getAttribute('href')).toContain('/content/1');
  await userEvent.click(screen.getByRole('button', { name: 'Sizes of Photo 1.jpg' }));
  const dialog = await dialogOf('Photo 1.jpg');
  const rows = dialog.getAllByRole('radio').map((one) => one.closest('label')?.textContent);
  expect(rows).toEqual([
    'OriginalAs it is',
    'Instagram1,080 × 1,080 pixels · JPEG',
    'Slides1,920 pixels wide · PNG',
    'Own sizeChoose how large, and the format',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(saved).toEqual(['/api/link/abc/converted/1?preset=7']));
  await screen.findByText('4 downloads left');
  expect(screen.queryByRole('dialog')).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Sizes of Photo 1.jpg' }));
  const again = await dialogOf('Photo 1.jpg');
  await userEvent.click(again.getByRole('radio', { name: /Own size/ }));
  await userEvent.selectOptions(again.getByRole('combobox', { name: 'Format' }), 'webp');
  expect(again.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'JPEG, opens everywhere',
    'PNG, keeps what is transparent',
    'WebP, the smallest files',
  ]);
  const edge = again.getByRole('textbox', { name: 'Longest side in pixels' });
  await userEvent.clear(edge);
  await userEvent.type(edge, '0');
  await userEvent.click(again.getByRole('button', { name: 'Download' }));
  await again.findByText('A side has 1 to 16,000 pixels.');
  await userEvent.clear(edge);
  await userEvent.type(edge, '640');
  await userEvent.click(again.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(saved[1]).toBe('/api/link/abc/converted/1?format=webp&width=640&height=640'));
  expect(asked).toEqual(['?preset=7', '?format=webp&width=640&height=640']);
});

it('what cannot be made, and who asks too often, is told in the dialog', async () => {
  let status = 409;
  server.use(
    http.head(`${api}/converted/1`, () => new HttpResponse(null, { status, headers: { 'retry-after': '5' } })),
  );
  serve(server, openLink({ kind: 'file', title: 'Photo 1.jpg', sizes: 'presets' }), { top: { items: [entry(1)] } });
  openLinkPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Sizes of Photo 1.jpg' }));
  const dialog = await dialogOf('Photo 1.jpg');
  expect(dialog.queryByRole('radio', { name: /Own size/ })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
  await dialog.findByText('No picture can be made in this size.');
  status = 429;
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
  await dialog.findByText('Too many attempts. Try again in 5 seconds.');
  expect(saved).toEqual([]);
});

it('all pictures come as one archive once they are made', async () => {
  let made = 0;
  const bodies: unknown[] = [];
  const told = () => ({ pictures_id: 'x1', total: 2, made, failed: 0, ready: made === 2 });
  server.use(
    http.post(`${api}/pictures`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(told(), { status: 202 });
    }),
    http.get(`${api}/pictures/x1`, () => {
      made = 2;
      return HttpResponse.json(told());
    }),
  );
  serve(server, openLink({ sizes: 'any' }), { top: { items: [entry(1), text] } });
  openLinkPage();
  await userEvent.click((await screen.findAllByRole('button', { name: 'Sizes of Summer 2026' }))[0] as HTMLElement);
  const dialog = await dialogOf('Summer 2026');
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
  await dialog.findByText('0 of 2 pictures are made');
  await waitFor(() => expect(saved).toEqual(['/api/link/abc/pictures/x1/archive']), { timeout: 3000 });
  expect(bodies).toEqual([{ folder: null, node_ids: null, preset: 7 }]);
});

it('where originals stay inside, only pictures are offered, and only in sizes', async () => {
  serve(server, openLink({ originals: false, sizes: 'presets' }), { top: { items: [entry(1), text] } });
  openLinkPage();
  await screen.findByText('Pictures to download, files to look at');
  await screen.findByRole('button', { name: 'Download Photo 1.jpg' });
  expect(screen.queryByRole('button', { name: 'Download Notes.txt' })).toBeNull();
  expect(document.querySelector('a[download], a[href*="content"], a[href*="archive"]')).toBeNull();
  await userEvent.click(screen.getAllByRole('button', { name: 'Download all' })[0] as HTMLElement);
  const dialog = await dialogOf('Summer 2026');
  expect(dialog.queryByRole('radio', { name: /Original/ })).toBeNull();
  await userEvent.keyboard('{Escape}');
});
