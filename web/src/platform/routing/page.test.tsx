import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startServer } from '../../testing/server';
import { reached } from '../api/connection';
import { loadChunk } from './page';

const server = startServer();
let away = false;
const reload = vi.fn();

beforeEach(() => {
  away = false;
  sessionStorage.clear();
  reload.mockClear();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  server.use(http.get('http://vitrine.test/healthz', () => (away ? HttpResponse.error() : HttpResponse.text('ok'))));
});

afterEach(() => {
  reached();
  vi.useRealTimers();
});

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'));

it('waits for a server that does not answer, and goes on by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  away = true;
  const load = vi.fn(() => (away ? gone() : Promise.resolve('the part')));
  const loaded = loadChunk(load);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  expect(reload).not.toHaveBeenCalled();
  away = false;
  vi.advanceTimersByTime(5_000);
  expect(await loaded).toBe('the part');
  expect(reload).not.toHaveBeenCalled();
});

it('tries once more where the server answers', async () => {
  const load = vi.fn(() => Promise.resolve('the part')).mockImplementationOnce(gone);
  expect(await loadChunk(load)).toBe('the part');
  expect(reload).not.toHaveBeenCalled();
});

it('reloads once for a part that a new release has taken away, and then says so', async () => {
  void loadChunk(gone);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await expect(loadChunk(gone)).rejects.toThrow('Gone');
  expect(reload).toHaveBeenCalledTimes(1);
});

function refuseRules(): never {
  throw new DOMException('Cannot access rules', 'SecurityError');
}

it.each<[string, object | null]>([
  ['has no sheet', null],
  ['has a sheet whose rules are refused, as in Chromium', Object.defineProperty({}, 'cssRules', { get: refuseRules })],
])('fetches anew the style sheet that did not come with it: its link %s', async (_, sheet) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  Object.defineProperty(link, 'sheet', { value: sheet });
  document.head.append(link);
  const load = vi.fn(() => Promise.resolve('the part')).mockImplementationOnce(gone);
  const loaded = loadChunk(load);
  await vi.waitFor(() => expect(link.nextElementSibling?.tagName).toBe('LINK'));
  const again = link.nextElementSibling;
  again?.dispatchEvent(new Event('load'));
  expect(await loaded).toBe('the part');
  expect(link.isConnected).toBe(false);
  again?.remove();
});

it('leaves a style sheet that came as it is', async () => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  Object.defineProperty(link, 'sheet', { value: { cssRules: [] } });
  document.head.append(link);
  const load = vi.fn(() => Promise.resolve('the part')).mockImplementationOnce(gone);
  expect(await loadChunk(load)).toBe('the part');
  expect(link.nextElementSibling).toBeNull();
  link.remove();
});
