import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** The live socket stays away; what it tells is tested where it is handled. */
const socket = http.all('*/api/socket.io/*', () => new HttpResponse(null, { status: 503 }));

/** Answers the calls of a test; a call without an answer fails it. */
export function startServer() {
  const server = setupServer(socket);
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}
