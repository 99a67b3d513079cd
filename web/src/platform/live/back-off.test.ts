import { expect, it } from 'vitest';
import { backOffMs, waitBeforeRetry } from './back-off';

it.each([
  [1, 1000],
  [2, 2000],
  [5, 16_000],
  [6, 30_000],
  [50, 30_000],
])('after %d failures waits %d ms, up to a fifth less', (failures, longest) => {
  expect(backOffMs(failures, () => 0)).toBe(longest);
  expect(backOffMs(failures, () => 1)).toBe(longest * 0.8);
});

it('being_online_again_ends_the_wait', async () => {
  const waited = waitBeforeRetry(50, new AbortController().signal);
  window.dispatchEvent(new Event('online'));
  await expect(waited).resolves.toBeUndefined();
});

it('a_cancel_ends_the_wait_with_an_abort', async () => {
  const control = new AbortController();
  const waited = waitBeforeRetry(50, control.signal);
  control.abort();
  await expect(waited).rejects.toThrow('cancelled');
});
