import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { startServer } from '../../../testing/server';
import { baseOf, tryAddress } from './try-address';

const server = startServer();
const origins = ['https://files.example', 'http://cdn.example:81'];
/** The host allows the page to read its answer. */
const headers = { 'access-control-allow-origin': 'http://vitrine.test' };
const question = { origins, path: '/api/file/reached/1-ab', answer: 'cd' };

it('uses addresses and hosts that the operator allows, and no others', () => {
  for (const [typed, base] of [
    ['https://files.example/', 'https://files.example'],
    ['https://files.example/dam', 'https://files.example/dam'],
    ['files.example', 'https://files.example'],
    ['cdn.example:81', 'http://cdn.example:81'],
    ['http://files.example', null],
    ['https://files.example.evil.test', null],
    ['no host', null],
  ] as const) {
    expect(baseOf(typed, origins), typed).toBe(base);
  }
});

it.each([
  ['reached', 'https://files.example', () => HttpResponse.json({ answer: 'cd' }, { headers })],
  ['not_reached', 'https://files.example', () => HttpResponse.json({ answer: 'of another one' }, { headers })],
  ['not_reached', 'https://files.example', () => new HttpResponse('<html>', { status: 404, headers })],
  ['not_reached', 'https://files.example', () => HttpResponse.error()],
  ['not_allowed', 'https://elsewhere.example', () => HttpResponse.json({ answer: 'cd' }, { headers })],
] as const)('says %s of an address', async (outcome, typed, answer) => {
  server.use(
    http.get('http://vitrine.test/api/app/3/reach/fileserver', () => HttpResponse.json(question)),
    http.options('https://files.example/api/file/reached/1-ab', () => new HttpResponse(null, { headers })),
    http.get('https://files.example/api/file/reached/1-ab', answer),
  );
  expect(await tryAddress(3, typed)).toBe(outcome);
});

it('says that it could not be tried where this server does not answer', async () => {
  server.use(http.get('http://vitrine.test/api/app/3/reach/fileserver', () => HttpResponse.error()));
  expect(await tryAddress(3, 'https://files.example')).toBe('failed');
});
