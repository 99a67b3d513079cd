import { expect, it, vi } from 'vitest';
import { isAway } from './connection';

const answering = (answer: () => Promise<Response>) => vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
const silence = () => Promise.reject(new TypeError('Failed to fetch'));

it.each([
  new TypeError('Failed to fetch'),
  new TypeError('Failed to fetch dynamically imported module: /assets/part.js'),
  new Error('Unable to preload CSS for /assets/part.css'),
])('what_did_not_come_from_a_silent_server_was_away: %s', async (error) => {
  answering(silence);
  expect(await isAway(error)).toBe(true);
  answering(async () => new Response('ok'));
  expect(await isAway(error)).toBe(false);
});

it('a_fault_of_the_page_is_no_silence_of_the_server', async () => {
  const asked = answering(silence);
  expect(await isAway(new Error('refused'))).toBe(false);
  expect(asked).not.toHaveBeenCalled();
});
