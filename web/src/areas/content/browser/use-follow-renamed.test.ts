import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetRenamed, noteRenamed } from '../entry/lately-renamed';
import { useFollowRenamed } from './use-follow-renamed';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => forgetRenamed());
  vi.useRealTimers();
});

const order = (...ids: number[]) => new Map(ids.map((id, index) => [id, index]));

function listOf(...ids: number[]) {
  const moved = vi.fn();
  const { rerender } = renderHook(({ list, indexOf }) => useFollowRenamed(list, indexOf, moved), {
    initialProps: { list: 'by name', indexOf: order(...ids) },
  });
  const becomes = (...next: number[]) => rerender({ list: 'by name', indexOf: order(...next) });
  return { moved, becomes, sorts: (list: string, ...next: number[]) => rerender({ list, indexOf: order(...next) }) };
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

it.each<[string, number[]]>([
  ['an upload that stands before it', [-4, 1, 2, 3]],
  ['uploads on both sides of it', [1, 5, 2, 6, 3]],
  ['another that leaves', [2, 3]],
])('a place that changes by %s is not followed, and a later one by the name is', (_, next) => {
  const { moved, becomes } = listOf(1, 2, 3);
  act(() => noteRenamed(2));
  becomes(...next);
  expect(moved).not.toHaveBeenCalled();
  becomes(...next.filter((id) => id !== 2), 2);
  expect(moved).toHaveBeenCalledExactlyOnceWith(2, next.length - 1);
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

it('what is removed or moved away is not', () => {
  const { moved, becomes } = listOf(1, 2, 3);
  act(() => noteRenamed(1));
  act(() => forgetRenamed());
  becomes(2, 3);
  expect(moved).not.toHaveBeenCalled();
});

it('a list in another order, or of another page, leads nowhere', () => {
  const { moved, becomes, sorts } = listOf(1, 2, 3);
  act(() => noteRenamed(1));
  sorts('by size', 2, 3, 1);
  sorts('by name', 1, 2, 3);
  sorts('by name', 2, 3, 1);
  act(() => noteRenamed(1));
  becomes(70, 71);
  expect(moved).not.toHaveBeenCalled();
});
