import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { signedInAs } from '../../../testing/account';
import { application, problem } from '../../../testing/answers';
import { openPage } from '../../../testing/open-page';
import { startServer } from '../../../testing/server';
import { downloadEntries } from './entry-changes';

const server = startServer();
const content = 'http://vitrine.test/api/file/content';
const saved: string[] = [];
const ranges: (string | null)[] = [];

beforeEach(async () => {
  saved.length = 0;
  ranges.length = 0;
  signedInAs(server, ['USER_REGULAR'], [application(3, 'content')]);
  await openPage('/');
  await screen.findByRole('button', { name: 'Account of Ana Souza' });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
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
  );
});

it('says why a file cannot be had, and saves the others, an empty one too', async () => {
  await downloadEntries(3, [
    { node_id: 1, name: 'wrong.jpg' },
    { node_id: 2, name: 'right.jpg' },
    { node_id: 3, name: 'empty.txt' },
  ]);
  expect(saved).toEqual(['right.jpg', 'empty.txt']);
  expect(ranges).toEqual(['bytes=0-0']);
  await waitFor(() => expect(screen.getByText('The bytes of this file are not those that were stored.')).toBeTruthy());
});
