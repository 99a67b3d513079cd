import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** The live socket is not served; its events are tested where they are handled. */
const socket = http.all('*/api/socket.io/*', () => new HttpResponse(null, { status: 503 }));

/** Cards ask for stars, and tell what was opened; a test that is about these answers by itself. */
const stars = http.get('*/home/favourite_ids', () => HttpResponse.json({ node_ids: [] }));
/** The drawer lists them wherever somebody has a library. */
const searches = http.get('*/home/saved_search', () => HttpResponse.json({ items: [] }));
const visits = http.post('*/home/visit/*', () => new HttpResponse(null, { status: 204 }));

/** The bell counts what others did that concerns the user. */
const unseen = http.get('*/api/core/notice/unseen', () => HttpResponse.json({ unseen: 0 }));

/** The page about an entry shows what is said about it. */
const comments = http.get('*/comment/entry/*', () => HttpResponse.json({ items: [], next: null, open_count: 0 }));

/** The address belongs to nobody, unless a test says otherwise. */
const front = http.all('*/api/core/front', () => HttpResponse.json({ tenant_title: null, theme_config: null }));

/** Answers the calls of a test; a call without an answer fails the test. */
export function startServer() {
  const server = setupServer(socket, stars, searches, visits, unseen, comments, front);
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}
