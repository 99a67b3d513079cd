import { fireEvent, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ActionContext } from '../../../platform/registry/actions';
import { keepEntries, keptIn } from '../move/cut-entries';
import type { Entry } from '../queries';
import { useBrowserKeys } from './use-browser-keys';

const download = vi.fn();
vi.mock('../../../platform/registry/registry', () => ({
  useRegistry: () => ({
    entryActions: [
      { key: 'download', act: null, shortcut: 'D', fits: (some: unknown[]) => some.length > 0, run: download },
    ],
    placeActions: [],
  }),
}));

const entries = ['Água.jpg', 'banner.png', 'Brief.txt', 'drawing.svg'].map(
  (name, at) => ({ node_id: at + 1, name, role: 'writer' }) as Entry,
);

beforeEach(() => download.mockClear());

function list(over: { focusIndex?: number; selected?: Entry[]; waits?: boolean } = {}) {
  const move = vi.fn();
  const geometry = { current: { columns: 2, starts: [0], lines: () => [], cardWidth: 1, gap: 1, reveal: vi.fn() } };
  const nothing = vi.fn();
  const rest = { geometry, writable: true, open: nothing, toggle: nothing, clear: nothing, more: false, list: null };
  const context = { whole: null } as unknown as ActionContext;
  const props = {
    entries,
    selected: [],
    waits: false,
    focusIndex: -1,
    context,
    loadMore: nothing,
    move,
    ...rest,
    ...over,
  };
  const { rerender } = renderHook((given) => useBrowserKeys(given), { initialProps: props });
  return {
    move,
    focus: (focusIndex: number) => rerender({ ...props, focusIndex }),
    known: (whole: ActionContext['whole']) => rerender({ ...props, waits: false, context: { ...context, whole } }),
  };
}

const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key });
};
const only = { extend: false, keep: false };

it('End goes to the last entry also before anything has the focus, and other keys to the first', () => {
  const { move } = list();
  press('End', 'ArrowDown', 'Home');
  expect(move.mock.calls).toEqual([
    [3, only],
    [0, only],
    [0, only],
  ]);
});

it('a name that is typed gets the focus, also where one of its letters is a key', () => {
  const { move, focus } = list();
  press('b');
  focus(1);
  press('r', 'i', 'd');
  expect(move.mock.calls.map(([index]) => index)).toEqual([1, 2, 2]);
  expect(download).not.toHaveBeenCalled();
});

it('a key waits until it is known what is selected', () => {
  const { known } = list({ selected: entries, waits: true });
  press('d');
  expect(download).not.toHaveBeenCalled();
  known(null);
  expect(download).toHaveBeenCalledOnce();
});

it('Escape ends the waiting of a key', () => {
  const { known } = list({ selected: entries, waits: true });
  press('d', 'Escape');
  known(null);
  expect(download).not.toHaveBeenCalled();
});

it('Escape ends a cut', () => {
  list();
  keepEntries({ appId: 4, moved: { entries: entries.slice(0, 1), whole: null }, way: 'move' });
  press('Escape');
  expect(keptIn(4)).toBeNull();
});

it('the key of an action is one while something is selected', () => {
  const { move } = list({ focusIndex: 1, selected: entries.slice(1, 2) });
  press('d');
  expect(download).toHaveBeenCalledOnce();
  expect(move).not.toHaveBeenCalled();
});
