import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteRenamed } from '../entry/lately-renamed';
import { useFollowRenamed } from './use-follow-renamed';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const order = (...ids: number[]) => new Map(ids.map((id, index) => [id, index]));

function listOf(...ids: number[]) {
  const moved = vi.fn();
  const { rerender } = renderHook(({ indexOf }) => useFollowRenamed(indexOf, moved), {
    initialProps: { indexOf: order(...ids) },
  });
  return { moved, becomes: (...next: number[]) => rerender({ indexOf: order(...next) }) };
}

it('an entry that its new name moves is followed once', () => {
  const { moved, becomes } = listOf(1, 2, 3);
  act(() => noteRenamed(1));
  becomes(1, 2, 3);
  expect(moved).not.toHaveBeenCalled();
  becomes(2, 3, 1);
  expect(moved.mock.calls).toEqual([[1, 2]]);
  becomes(4, 2, 3, 1);
  expect(moved).toHaveBeenCalledTimes(1);
});

it('one that leaves the loaded part is followed, too', () => {
  const { moved, becomes } = listOf(1, 2, 3);
  act(() => noteRenamed(1));
  becomes(2, 3);
  expect(moved.mock.calls).toEqual([[1, undefined]]);
});

it.each<[string, number, number, boolean]>([
  ['what was renamed before the list was there', 1, 0, true],
  ['what is not in the list', 9, 0, false],
  ['what gets another place long after', 1, 6000, false],
])('%s is not', (_, nodeId, later, before) => {
  if (before) noteRenamed(nodeId);
  const { moved, becomes } = listOf(1, 2, 3);
  if (!before) act(() => noteRenamed(nodeId));
  vi.advanceTimersByTime(later);
  becomes(2, 3, 1);
  expect(moved).not.toHaveBeenCalled();
});
