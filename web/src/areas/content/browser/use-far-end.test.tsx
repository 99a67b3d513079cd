import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Entry } from '../queries';
import { useFarEnd } from './use-far-end';

const keys = { extend: false, keep: false };
const some = (count: number) => Array.from({ length: count }, (_, id) => ({ node_id: id + 1 }) as Entry);

function shown(count: number, total: number, begin = 0) {
  const calls = { loadMore: vi.fn(), loadBefore: vi.fn(), jumpTo: vi.fn(), move: vi.fn() };
  const buckets = [{ key: 'A', count: total, node_type: 'file', after: '' }] as const;
  const props = (loaded: number, from: number) => ({
    ...{ entries: some(loaded), more: from + loaded < total, loadMore: calls.loadMore, move: calls.move },
    list: { buckets, begin: from, loadBefore: calls.loadBefore, jumpTo: calls.jumpTo },
  });
  const { result, rerender } = renderHook((given) => useFarEnd(given), { initialProps: props(count, begin) });
  return { ...calls, go: result, load: (loaded: number, from: number) => rerender(props(loaded, from)) };
}

it('End waits for the pages that are not loaded yet, and lands on the last entry', () => {
  const { go, load, loadMore, jumpTo, move } = shown(100, 186);
  act(() => expect(go.current('end', keys)).toBe(true));
  expect(loadMore).toHaveBeenCalled();
  expect(move).not.toHaveBeenCalled();
  load(186, 0);
  expect(move.mock.calls).toEqual([[185, keys]]);
  expect(jumpTo).not.toHaveBeenCalled();
});

it('End jumps to the last page of a very long list, and Home back', () => {
  const { go, load, jumpTo, move } = shown(100, 20_000);
  act(() => void go.current('end', keys));
  expect(jumpTo.mock.calls).toEqual([[19_999]]);
  load(0, 19_900);
  expect(move).not.toHaveBeenCalled();
  load(100, 19_900);
  expect(move.mock.calls).toEqual([[99, keys]]);
  act(() => void go.current('home', keys));
  load(100, 0);
  expect(jumpTo.mock.calls).toEqual([[19_999], [0]]);
  expect(move.mock.calls[1]).toEqual([0, keys]);
});

it('a range to the end loads what lies between', () => {
  const { go, loadMore, jumpTo } = shown(100, 20_000);
  act(() => void go.current('end', { extend: true, keep: false }));
  expect(jumpTo).not.toHaveBeenCalled();
  expect(loadMore).toHaveBeenCalled();
});

it('another step gives the way up', () => {
  const { go, load, move } = shown(100, 186);
  act(() => void go.current('end', keys));
  act(() => expect(go.current('down', keys)).toBe(false));
  load(186, 0);
  expect(move).not.toHaveBeenCalled();
});

it('a loaded end is reached at once', () => {
  const { go } = shown(90, 90);
  act(() => expect(go.current('end', keys)).toBe(false));
});
