import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Action } from './action';
import { useWatched } from './use-watched';

const group = (id: string, status: string) => ({ id, actions: [{ status, progress: 10 } as Action] });
type Group = ReturnType<typeof group>;

function trayOf(...groups: Group[]) {
  const { result, rerender } = renderHook(({ groups, own }) => useWatched(groups, own), {
    initialProps: { groups, own: [] as string[] },
  });
  return {
    shown: () => result.current.shown.map(({ id }) => id),
    putAway: () => act(() => result.current.putAway()),
    becomes: (groups: Group[], own: string[] = []) => rerender({ groups, own }),
  };
}

it('what was put away stays away when something else is put away later', () => {
  const tray = trayOf(group('a', 'interrupted'));
  expect(tray.shown()).toEqual(['a']);
  tray.putAway();
  expect(tray.shown()).toEqual([]);
  tray.becomes([group('b', 'in_progress'), group('a', 'interrupted')]);
  expect(tray.shown()).toEqual(['b']);
  tray.becomes([group('b', 'success'), group('a', 'interrupted')]);
  expect(tray.shown()).toEqual(['b']);
  tray.putAway();
  expect(tray.shown()).toEqual([]);
});

it('what runs again is shown again, until it is put away once more', () => {
  const tray = trayOf(group('a', 'interrupted'));
  tray.putAway();
  tray.becomes([group('a', 'in_progress')]);
  expect(tray.shown()).toEqual(['a']);
  tray.becomes([group('a', 'interrupted')]);
  expect(tray.shown()).toEqual(['a']);
  tray.putAway();
  expect(tray.shown()).toEqual([]);
});

it('an upload of this page is shown by itself, and what has ended before is not shown', () => {
  const tray = trayOf(group('a', 'success'));
  expect(tray.shown()).toEqual([]);
  tray.becomes([group('b', 'in_progress')], ['b']);
  expect(tray.shown()).toEqual([]);
});
