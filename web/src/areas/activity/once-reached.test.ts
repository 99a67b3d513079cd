import { expect, it, vi } from 'vitest';
import { onceReached } from './once-reached';

const away = new Error('away');
vi.mock('../../platform/api/connection', () => ({
  isAway: async (error: unknown) => error === away,
  whenReached: async () => undefined,
}));

function tried(...outcomes: (Error | null)[]) {
  const start = vi.fn(async () => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
  });
  return { start, waits: vi.fn(), goesOn: vi.fn(() => true) };
}

it('what_can_start_at_once_waits_for_nothing', async () => {
  const one = tried(null);
  await onceReached(one);
  expect([one.start, one.waits, one.goesOn].map((call) => call.mock.calls.length)).toEqual([1, 0, 0]);
});

it('what_is_started_while_the_server_is_away_starts_when_it_is_back', async () => {
  const one = tried(away, away, null);
  await onceReached(one);
  expect([one.start, one.waits].map((call) => call.mock.calls.length)).toEqual([3, 2]);
});

it('nothing_starts_for_somebody_who_has_left', async () => {
  const one = tried(away, null);
  one.goesOn.mockReturnValue(false);
  await onceReached(one);
  expect(one.start).toHaveBeenCalledTimes(1);
});

it('another_fault_ends_it', async () => {
  const fault = new Error('refused');
  await expect(onceReached(tried(fault))).rejects.toBe(fault);
});
