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
type Preset = Schema<'Preset'>;

const server = startServer();
const at = 'http://vitrine.test/api/app/4';

const beach = {
  ...{ node_id: 8, name: 'Beach.png', role: 'reader', parent_id: 5, node_type: 'file', entry_type: 'image' },
  ...{ size: 154_624, mime_type: 'image/png', modified_at: 0, created_at: 0, created_by: null, taken_at: null },
  ...{ locked: false, marks: [], item_count: null, hash: null, pages: null, repository_id: 2, tenant_id: 1 },
  ...{ preview_reason: null, properties: {} },
  preview: { ...noPreview, status: 'ready', width: 6000, height: 4000, version: 'v' },
} as unknown as Detail;
const office = { ...beach, node_id: 5, name: 'Office', node_type: 'folder', parent_id: null } as Detail;

const preset = (preset_id: number, name: string, over: Partial<Preset>): Preset => ({
  ...{ preset_id, name, tenant_id: 1, tenant_title: 'Casa Lume', width: 1080, height: 1080, fit: 'cover' },
  ...{ format: 'jpeg', quality: 85, background: null, enlarge: false, version: 1 },
  ...over,
});
const presets = [
  preset(1, 'Instagram square', {}),
  preset(2, 'Web 1600', { width: 1600, height: 1600, fit: 'contain', format: 'webp' }),
];

const asked: URLSearchParams[] = [];
const saved: string[] = [];

beforeEach(() => {
  asked.length = 0;
  saved.length = 0;
  localStorage.setItem('navigationViewMode', 'list');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const { pathname, search } = new URL(this.href);
    saved.push(pathname + search);
  });
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  server.use(
    http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: [beach], total: 1, next: null })),
    http.get(`${at}/entry/5`, () => HttpResponse.json(office)),
    http.get(`${at}/entry/8`, () => HttpResponse.json(beach)),
    http.get(`${at}/actions/node/8`, () => HttpResponse.json({ items: [{ action_key: 'download' }], total: 1 })),
    http.get(`${at}/actions/download/8`, () =>
      HttpResponse.json({ link: 'https://elsewhere.test/api/file/content/8?download=1' }),
    ),
    http.get(`${at}/rendition/preset/of/8`, () => HttpResponse.json({ items: presets, total: presets.length })),
    http.get('http://vitrine.test/api/file/converted/8', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return new HttpResponse('a', { status: 206, headers: { 'content-type': 'image/jpeg' } });
    }),
  );
});

async function opened() {
  const { person } = await openPage('/content/4/navigation/5');
  await person.click(await screen.findByRole('gridcell', { name: /^Beach\.png/ }));
  await person.click(await screen.findByRole('button', { name: 'Download as…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Download Beach.png as' }));
  await dialog.findByRole('radio', { name: /Instagram square/ });
  return { person, dialog };
}

it('offers the named sizes with what becomes of this picture, and downloads one', async () => {
  const { person, dialog } = await opened();
  const [original, square, web] = dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(original).toContain('6,000 × 4,000');
  expect(square).toContain('1,080 × 1,080, JPEG');
  expect(web).toContain('1,600 × 1,067, WebP');
  await person.click(dialog.getByRole('radio', { name: /Web 1600/ }));
  expect(dialog.getByRole('status').textContent).toBe('1,600 × 1,067 · WebP');
  await person.click(dialog.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(saved).toEqual(['/api/file/converted/8?preset=2&keep_copyright=true']));
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ preset: '2', keep_copyright: 'true' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('begins with no more pixels than the picture has, and remembers the size for larger ones', async () => {
  const small = { ...beach, preview: { ...beach.preview, width: 1280, height: 720 } };
  server.use(http.get(`${at}/entry/list/5`, () => HttpResponse.json({ items: [small], total: 1, next: null })));
  const { person, dialog } = await opened();
  await person.click(dialog.getByRole('radio', { name: /Own size/ }));
  expect(dialog.getByRole('status').textContent).toBe('1,280 × 720 · JPEG');
  await person.click(dialog.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(asked[0]?.get('width')).toBe('1280');
  expect(JSON.parse(localStorage.getItem('downloadAs') ?? '').own).toMatchObject({ width: 1600, height: 1600 });
});

it('keeps the proportion of an own size until that is released, and remembers the choice', async () => {
  const { person, dialog } = await opened();
  await person.click(dialog.getByRole('radio', { name: /Own size/ }));
  const [width, height] = [
    dialog.getByRole('textbox', { name: 'Width' }),
    dialog.getByRole('textbox', { name: 'Height' }),
  ];
  await person.clear(width);
  await person.type(width, '900');
  expect((height as HTMLInputElement).value).toBe('600');
  await person.click(dialog.getByRole('button', { name: 'Keep proportions' }));
  await person.clear(height);
  await person.type(height, '900');
  await person.click(dialog.getByRole('radio', { name: 'Edges cut off' }));
  await person.click(dialog.getByRole('radio', { name: 'PNG' }));
  expect(dialog.getByRole('status').textContent).toBe('900 × 900 · PNG');
  await person.click(dialog.getByRole('checkbox', { name: /Keep artist/ }));
  await person.click(dialog.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const said = { format: 'png', fit: 'cover', width: '900', height: '900' };
  expect(Object.fromEntries(asked[0] ?? [])).toEqual(said);
  expect(JSON.parse(localStorage.getItem('downloadAs') ?? '')).toMatchObject({
    choice: { kind: 'own' },
    linked: false,
    keepCopyright: false,
  });
});

it('says why a size cannot be had', async () => {
  server.use(
    http.get('http://vitrine.test/api/file/converted/8', () =>
      problem(409, 'conversion_too_large', 'This picture is too large for that. Choose fewer pixels.'),
    ),
  );
  const { person, dialog } = await opened();
  await person.click(dialog.getByRole('radio', { name: /Instagram square/ }));
  await person.click(dialog.getByRole('button', { name: 'Download' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('too large');
  expect(saved).toEqual([]);
  await person.click(dialog.getByRole('radio', { name: /Own size/ }));
  const width = dialog.getByRole('textbox', { name: 'Width' });
  await person.clear(width);
  await person.type(width, '99999');
  expect(dialog.getByRole('alert').textContent).toBe('A side has 1 to 16,000 pixels.');
  expect((dialog.getByRole('button', { name: 'Download' }) as HTMLButtonElement).disabled).toBe(true);
});
