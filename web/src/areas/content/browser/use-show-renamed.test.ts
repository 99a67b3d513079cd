import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ActionContext } from '../../../platform/registry/actions';
import { forgetRenamed, noteRenamed } from '../entry/lately-renamed';
import type { Geometry } from './browser-view';
import { nothingSelected, type Selection } from './selection';
import { useShowRenamed } from './use-show-renamed';

const viewer = vi.hoisted(() => ({ isOpen: false }));
vi.mock('../viewer/use-shown', () => ({ useIsUnderViewer: () => viewer.isOpen }));

afterEach(() => {
  act(() => forgetRenamed());
  viewer.isOpen = false;
});

const places = (...ids: number[]) => new Map(ids.map((id, index) => [id, index]));
const on = (id: number): Selection => ({ ...nothingSelected, ids: new Set([id]), focus: id, anchor: id });

/** What happens when the first of three is renamed, and the list has these then. */
function renamed(selection: Selection, ...then: number[]) {
  const [reveal, navigate] = [vi.fn(), vi.fn()];
  const geometry = { current: { reveal } as unknown as Geometry };
  const context = { folder: { nodeId: 5, name: 'Office' }, navigate } as unknown as ActionContext;
  const props = { list: 'by name', geometry, selection, more: true, context };
  const { rerender } = renderHook(({ indexOf }) => useShowRenamed({ ...props, indexOf }), {
    initialProps: { indexOf: places(1, 2, 3) },
  });
  act(() => noteRenamed(1));
  rerender({ indexOf: places(...then) });
  return { revealed: reveal.mock.calls.flat(), went: navigate.mock.calls.map(([to]) => to) };
}

it.each<[string, Selection, number[]]>([
  ['that is selected is shown at its new place', on(1), [2]],
  ['that was renamed by touch is shown, too', nothingSelected, [2]],
  ['that nobody is at any more is left alone', on(3), []],
])('an entry %s', (_, selection, revealed) => {
  expect(renamed(selection, 2, 3, 1)).toEqual({ revealed, went: [] });
});

it('beyond what is loaded the list goes there, in its order and with what narrows it', () => {
  const { went } = renamed(on(1), 2, 3);
  expect(went).toEqual([expect.objectContaining({ to: '.', replace: true })]);
  expect(went[0].search({ type: 'image', order: '-name' })).toEqual({ type: 'image', order: '-name', at: 1 });
  expect(renamed(nothingSelected, 2, 3).went).toEqual([]);
});

it('nothing happens behind the viewer', () => {
  viewer.isOpen = true;
  expect(renamed(on(1), 2, 3, 1)).toEqual({ revealed: [], went: [] });
  expect(renamed(on(1), 2, 3)).toEqual({ revealed: [], went: [] });
});
