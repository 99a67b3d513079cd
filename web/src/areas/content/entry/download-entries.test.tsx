import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application, problem } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';
import { downloadAll, downloadEntries } from './download';

// There is nothing that a frame could load.
Object.assign(Reflect.get(window, 'happyDOM').settings, {
  disableIframePageLoading: true,
  handleDisabledFileLoadingAsSuccess: true,
});

const server = startServer();
const content = 'http://vitrine.test/api/file/content';
const saved: [name: string, path: string][] = [];
const ranges: (string | null)[] = [];
const selections: unknown[] = [];

beforeEach(async () => {
  for (const told of [saved, ranges, selections]) told.length = 0;
  signedInAs(server, ['USER_REGULAR'], [application(3, 'content')]);
  await openPage('/');
  await screen.findByRole('button', { name: 'Account of Ana Souza' });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, new URL(this.href).pathname]);
  });
  server.use(
    http.get('http://vitrine.test/api/app/3/actions/download/:id', ({ params }) =>
      HttpResponse.json({ link: `https://elsewhere.test/api/file/content/${params['id']}?download=1` }),
    ),
    http.get(`${content}/1`, () => problem(500, 'damaged', 'The bytes of this file are not those that were stored.')),
    http.get(`${content}/2`, ({ request }) => {
      ranges.push(request.headers.get('range'));
      return new HttpResponse('a', { status: 206, headers: { 'content-type': 'application/octet-stream' } });
    }),
    http.get(`${content}/3`, () => new HttpResponse(null, { status: 416 })),
    http.post('http://vitrine.test/api/app/3/selection/download', async ({ request }) => {
      selections.push(await request.json());
      const link = 'https://elsewhere.test/api/file/archive/abc';
      return HttpResponse.json({ link, name: 'Folder – 2 files.zip', bytes: 300, count: 2 });
    }),
  );
});

const file = (node_id: number, name: string) => ({ node_id, name, node_type: 'file' as const });
const folder = { node_id: 4, name: 'Folder', node_type: 'folder' as const };

it('saves a file as it is, an empty one too', async () => {
  await downloadEntries(3, [file(2, 'right.jpg')]);
  await downloadEntries(3, [file(3, 'empty.txt')]);
  expect(saved).toEqual([
    ['right.jpg', '/api/file/content/2'],
    ['empty.txt', '/api/file/content/3'],
  ]);
  expect(ranges).toEqual(['bytes=0-0']);
});

it('says why a file cannot be had', async () => {
  await downloadEntries(3, [file(1, 'wrong.jpg')]);
  await waitFor(() => expect(screen.getByText('The bytes of this file are not those that were stored.')).toBeTruthy());
  expect(saved).toEqual([]);
});

it('saves several entries, a folder, and everything in a folder as one archive', async () => {
  await downloadEntries(3, [file(2, 'right.jpg'), file(3, 'empty.txt')]);
  await downloadEntries(3, [folder]);
  const acts = new Map([['download', 9]]);
  await downloadAll(3, { parentId: 4, except: [2], asOf: 7, count: 9, bytes: 9, loaded: false, acts });
  expect(selections).toEqual([{ node_ids: [2, 3] }, { node_ids: [4] }, { parent_id: 4, except: [2], as_of: 7 }]);
  expect(saved).toEqual(Array.from({ length: 3 }, () => ['Folder – 2 files.zip', '/api/file/archive/abc']));
});

it('says why there is no archive', async () => {
  server.use(
    http.post('http://vitrine.test/api/app/3/selection/download', () =>
      problem(409, 'archive_too_large', 'An archive has at most 100,000 entries. Choose fewer.'),
    ),
  );
  await downloadEntries(3, [folder]);
  await waitFor(() => expect(screen.getByText('An archive has at most 100,000 entries. Choose fewer.')).toBeTruthy());
  expect(saved).toEqual([]);
});

it('saves from the store of a file without asking it first: its address opens once and for one thing', async () => {
  const link = 'http://store.test/library/films/2?X-Amz-Expires=60';
  const answer = { link, elsewhere: true, from_store: true };
  server.use(http.get('http://vitrine.test/api/app/3/actions/download/2', () => HttpResponse.json(answer)));
  await downloadEntries(3, [file(2, 'right.jpg')]);
  expect(document.querySelector('iframe')?.getAttribute('src')).toBe(link);
  document.querySelector('iframe')?.remove();
  expect(ranges).toEqual([]);
});

it('asks the access address of a file server, without a token, before it saves from there', async () => {
  const link = 'http://files.test/api/file/signed/1-2-ab/content/2?download=1';
  const tokens: (string | null)[] = [];
  const refusal = {
    type: 'about:blank',
    title: '',
    status: 404,
    code: 'not_found',
    message: 'It is not there any more.',
  };
  const headers = { 'access-control-allow-origin': 'http://vitrine.test', 'access-control-allow-headers': 'range' };
  server.use(
    http.get('http://vitrine.test/api/app/3/actions/download/2', () => HttpResponse.json({ link, elsewhere: true })),
    http.options('http://files.test/api/file/signed/1-2-ab/content/2', () => new HttpResponse(null, { headers })),
    http.get('http://files.test/api/file/signed/1-2-ab/content/2', ({ request }) => {
      tokens.push(request.headers.get('authorization'));
      if (tokens.length === 1) return HttpResponse.json(refusal, { status: 404, headers });
      return new HttpResponse('a', { status: 206, headers });
    }),
  );
  await downloadEntries(3, [file(2, 'right.jpg')]);
  await waitFor(() => expect(screen.getByText('It is not there any more.')).toBeTruthy());
  expect(document.querySelector('iframe')).toBeNull();
  await downloadEntries(3, [file(2, 'right.jpg')]);
  expect(document.querySelector('iframe')?.getAttribute('src')).toBe(link);
  document.querySelector('iframe')?.remove();
  expect(tokens).toEqual([null, null]);
  expect(ranges).toEqual([]);
});
