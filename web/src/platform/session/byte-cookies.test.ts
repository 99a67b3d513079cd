import { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { application } from '../../testing/answers';
import { tokenLasting } from '../../testing/make-token';
import { startServer } from '../../testing/server';
import { applicationsQuery } from './account';
import { byteCookies } from './byte-cookies';
import { sessionStore } from './session-store';
import { signOut } from './sign-out';

const server = startServer();
const client = new QueryClient();
byteCookies.follow(client);

const media = 'http://media.test:8081';
const cdp = 'https://cdp.test';
const seen: string[] = [];

/** Records the page's requests in `seen` when they are answered. */
function watch(): void {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const bearer = request.headers.get('authorization') === `Bearer ${sessionStore.get()?.token}`;
    const { origin, pathname } = new URL(request.url);
    const asked = pathname === '/api/core/auth/bytes' ? origin : pathname;
    const line = `${request.method} ${asked} ${request.credentials} ${bearer ? 'with' : 'without'} the token`;
    const answered = await fetch(request);
    seen.push(line);
    return answered;
  });
}

/** Every server answers with this status. */
function answer(status: number): void {
  const path = '/api/core/auth/bytes';
  const headers = (origin: string) => ({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'authorization',
    'access-control-allow-methods': 'POST,DELETE',
  });
  for (const at of [media, cdp, location.origin]) {
    server.use(
      http.all(`${at}${path}`, ({ request }) => {
        const told = headers(request.headers.get('origin') ?? location.origin);
        if (request.method === 'OPTIONS') return new HttpResponse(null, { status: 200, headers: told });
        return new HttpResponse(null, { status, headers: told });
      }),
    );
  }
}

function given(...accessUrls: string[]): void {
  const items = accessUrls.map((access_url, index) => ({
    ...application(index + 1, 'content'),
    access_url,
    here: access_url.startsWith('/'),
  }));
  client.setQueryData(applicationsQuery().queryKey, { items, total: items.length });
}

beforeEach(() => {
  seen.length = 0;
  watch();
  answer(204);
});

afterEach(() => {
  client.clear();
  sessionStore.clear();
  vi.useRealTimers();
});

it('asks the other servers of the instances, each once, and never its own', async () => {
  sessionStore.signIn(tokenLasting(80_000));
  expect(seen).toEqual([]);
  given('/api/app/1', `${media}/api/app/2`, `${media}/api/app/3`, `${cdp}/x`, `${location.origin}/api/app/5`);
  expect(byteCookies.isSet(media)).toBe(false);
  await vi.waitFor(() => expect(byteCookies.isSet(media) && byteCookies.isSet(cdp)).toBe(true));
  expect(seen.toSorted()).toEqual([media, cdp].map((at) => `POST ${at} include with the token`).toSorted());
  given(`${media}/api/app/2`);
  await byteCookies.want(media);
  expect(seen).toHaveLength(2);
});

it('asks again with every new token, and shows pictures meanwhile', async () => {
  sessionStore.signIn(tokenLasting(20_000));
  given(`${media}/api/app/2`);
  await vi.waitFor(() => expect(byteCookies.isSet(media)).toBe(true));
  sessionStore.signIn(tokenLasting(86_400));
  expect(byteCookies.isSet(media)).toBe(true);
  await vi.waitFor(() => expect(seen).toHaveLength(2));
});

it('tries again later where a server is away, and at once for what cannot wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  answer(503);
  sessionStore.signIn(tokenLasting(80_000));
  given(`${media}/api/app/2`);
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  answer(204);
  expect(byteCookies.isSet(media)).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(byteCookies.isSet(media)).toBe(true));

  sessionStore.clear();
  expect(byteCookies.isSet(media)).toBe(false);
  answer(503);
  sessionStore.signIn(tokenLasting(80_000, 1));
  given(`${media}/api/app/3`);
  await vi.waitFor(() => expect(seen).toHaveLength(3));
  answer(204);
  await byteCookies.want(media);
  expect(byteCookies.isSet(media)).toBe(true);
});

it('leaves a server alone that refuses', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  answer(404);
  sessionStore.signIn(tokenLasting(80_000));
  given(`${media}/api/app/2`);
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(seen).toHaveLength(1);
  expect(byteCookies.isSet(media)).toBe(false);
});

it('gives the cookies back before the session ends', async () => {
  sessionStore.signIn(tokenLasting(80_000));
  given(`${media}/api/app/2`);
  await vi.waitFor(() => expect(byteCookies.isSet(media)).toBe(true));
  server.use(http.post(`${location.origin}/api/core/auth/logout`, () => new HttpResponse(null, { status: 204 })));
  await signOut(client);
  expect(seen.slice(1)).toEqual([
    `DELETE ${media} include with the token`,
    'POST /api/core/auth/logout same-origin with the token',
  ]);
  expect(byteCookies.isSet(media)).toBe(false);
});
