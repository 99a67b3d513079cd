import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** The live socket is not served; its events are tested where they are handled. */
const socket = http.all('*/api/socket.io/*', () => new HttpResponse(null, { status: 503 }));

/** Answers the calls of a test; a call without an answer fails the test. */
export function startServer() {
  const server = setupServer(socket);
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}
