import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../../platform/api/client';
import { signedInAs } from '../../../testing/account';
import { application, problem } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { noPreview } from '../../../testing/preview';
import { startServer } from '../../../testing/server';

type Detail = Schema<'EntryDetail'>;
type Prepared = Schema<'PreparedPictures'>;

const server = startServer();
const at = 'http://vitrine.test/api/app/4';
const picture = (node_id: number, name: string) =>
  ({
    ...{ node_id, name, role: 'reader', parent_id: 5, node_type: 'file', entry_type: 'image' },
    ...{ size: 154_624, mime_type: 'image/png', modified_at: 0, created_at: 0, created_by: null, taken_at: null },
    ...{ locked: false, marks: [], item_count: null, hash: null, pages: null, repository_id: 2, tenant_id: 1 },
    ...{ preview_reason: null, properties: {} },
    preview: { ...noPreview, status: 'ready', width: 600, height: 400, version: 'v' },
  }) as unknown as Detail;
const pictures = [picture(8, 'Beach.png'), picture(9, 'Pier.png')];
const office = { ...picture(5, 'Office'), node_type: 'folder', parent_id: null } as Detail;
const link = 'https://elsewhere.test/api/file/pictures/bg-action-1';

const asked: unknown[] = [];
const saved: string[] = [];
const cancelled: string[] = [];
let states: Partial<Prepared>[] = [];

beforeEach(() => {
  for (const told of [asked, saved, cancelled]) told.length = 0;
  states = [{ made: 0 }, { made: 2, link }];
  localStorage.setItem('navigationViewMode', 'list');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${new URL(this.href).pathname}`);
  });
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: pictures, total: 2, next: null })),
    http.get(`${at}/entry/5`, () => HttpResponse.json(office)),
    http.get(`${at}/rendition/preset/of/8`, () => HttpResponse.json({ items: [], total: 0 })),
    http.post(`${at}/rendition/archive`, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ bg_action_id: 'bg-action-1' }, { status: 202 });
    }),
    http.get(`${at}/rendition/archive/bg-action-1`, () => {
      const state = states.length > 1 ? states.shift() : states[0];
      return HttpResponse.json({ name: 'Office – 2 files.zip', total: 2, made: 0, failed: 0, link: null, ...state });
    }),
    http.post('http://vitrine.test/api/core/background-action/:id/cancel', ({ params }) => {
      cancelled.push(String(params['id']));
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const showing = (items: Detail[]) =>
  server.use(http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items, total: items.length, next: null })));

async function opened(count = 2) {
  const { person } = await openPage('/content/4/navigation/5');
  await person.click(await screen.findByRole('gridcell', { name: /^Beach\.png/ }));
  await person.keyboard('{Control>}a{/Control}');
  const bar = within(await screen.findByRole('region', { name: 'Selection' }));
  await person.click(bar.getByRole('button', { name: 'Download as…' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Download ${count} entries as` }));
  return { person, dialog };
}

it('has the pictures made, says how far they are, and saves the archive', async () => {
  showing([...pictures, { ...picture(10, 'Plan.txt'), entry_type: 'text' } as Detail]);
  const { person, dialog } = await opened(3);
  await person.click(dialog.getByRole('checkbox', { name: /With all other files/ }));
  await person.click(dialog.getByRole('button', { name: 'Download' }));
  expect(await dialog.findByText('0 of 2 pictures are made')).toBeDefined();
  await waitFor(() => expect(saved).toEqual(['Office – 2 files.zip /api/file/pictures/bg-action-1']), {
    timeout: 5000,
  });
  expect(asked).toEqual([
    {
      ...{ selection: { node_ids: [8, 9, 10] }, format: 'jpeg' },
      ...{ fit: 'contain', width: 1600, height: 1600, quality: 85 },
      ...{ keep_copyright: true, other_files: false },
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('asks about no other files where all are pictures', async () => {
  const { dialog } = await opened();
  dialog.getByRole('checkbox', { name: /Keep artist/ });
  expect(dialog.queryByRole('checkbox', { name: /With all other files/ })).toBeNull();
});

it('draws how pictures come into a frame of another proportion', async () => {
  const { person, dialog } = await opened();
  const width = dialog.getByRole('textbox', { name: 'Width' });
  await person.clear(width);
  await person.type(width, '800');
  const label = dialog.getByRole('radio', { name: 'Edges cut off' }).nextElementSibling;
  const frame = label?.querySelector<HTMLElement>('[data-fit="cover"]');
  expect([frame?.style.width, frame?.style.height]).toEqual(['14px', '28px']);
});

it('is cancelled, and saves nothing', async () => {
  states = [{ made: 1 }];
  const { person, dialog } = await opened();
  await person.click(dialog.getByRole('button', { name: 'Download' }));
  await dialog.findByText('1 of 2 pictures are made');
  await person.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(cancelled).toEqual(['bg-action-1']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved).toEqual([]);
});

it('says what the server refuses', async () => {
  server.use(
    http.post(`${at}/rendition/archive`, () =>
      problem(409, 'too_many_pictures', 'At most 500 pictures are made at once.'),
    ),
  );
  const { person, dialog } = await opened();
  await person.click(dialog.getByRole('button', { name: 'Download' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('At most 500 pictures');
});
