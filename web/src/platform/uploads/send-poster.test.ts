import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { noPreview } from '../../testing/preview';
import { startServer } from '../../testing/server';
import { frameOf } from './film-frame';
import { sendPoster } from './send-poster';

vi.mock('./film-frame', () => ({ frameOf: vi.fn(async () => new Blob(['frame'], { type: 'image/jpeg' })) }));

const server = startServer();
const at = 'http://vitrine.test/api/app/4';
const ticket = { url: '', callback: '', nodeId: 8, parentExternalId: '5', name: 'a.mp4', bgActionId: 'b' };
const film = new File(['film'], 'a.mp4', { type: 'video/mp4' });

/** The addresses and the bodies that were sent. */
function told(entry: object) {
  const sent: [string, string][] = [];
  server.use(
    http.get(`${at}/entry/8`, () => HttpResponse.json(entry)),
    http.put(`${at}/rendition/poster/8`, async ({ request }) => {
      sent.push([new URL(request.url).search, await request.text()]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

const unavailable = { ...noPreview, status: 'unavailable' };

it('sends a frame of a film that the server draws nothing of, with the hash that it is of', async () => {
  const sent = told({ hash: 'abc', size: 4, preview: unavailable });
  await sendPoster({ appId: 4, ticket }, film);
  expect(sent).toEqual([['?hash=abc', 'frame']]);
});

it.each([
  ['has a picture', { hash: 'abc', size: 4, preview: { ...noPreview, status: 'ready' } }],
  ['is another version by now', { hash: 'abc', size: 5, preview: unavailable }],
  ['is locked, and tells no hash', { hash: null, size: 4, preview: unavailable }],
])('sends nothing of a film that %s', async (_, entry) => {
  vi.mocked(frameOf).mockClear();
  const sent = told(entry);
  await sendPoster({ appId: 4, ticket }, film);
  expect(sent).toEqual([]);
  expect(frameOf).not.toHaveBeenCalled();
});

it('lets go of a film that the browser does not play', async () => {
  vi.mocked(frameOf).mockResolvedValueOnce(null);
  const sent = told({ hash: 'abc', size: 4, preview: unavailable });
  await sendPoster({ appId: 4, ticket }, film);
  expect(sent).toEqual([]);
});
