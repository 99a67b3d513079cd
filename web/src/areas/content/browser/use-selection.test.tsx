import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Entry } from '../queries';
import type { LongList } from './browser-view';
import { useSelection } from './use-selection';

const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ node_id: from + at, role: 'writer' }) as Entry);
const from = (begin: number) => ({ buckets: [], begin }) as unknown as LongList;

/** A list of 20 entries of which the last ones are loaded. */
function last(count: number) {
  const begin = 20 - count;
  return renderHook(({ entries, list }) => useSelection(entries, false, list), {
    initialProps: { entries: some(begin + 1, count), list: from(begin) },
  });
}

it('all of a list that begins later is all of the place, also what comes before', () => {
  const { result } = last(5);
  const { selectable, isPart, dispatch } = result.current;
  expect(isPart).toBe(true);
  act(() => dispatch({ type: 'all', ids: selectable, more: isPart }));
  expect(result.current.selection.allBut).toEqual(new Set());
  expect(result.current.selectedPart).toBe('all');
});

it('who selects each entry that is loaded has not selected all', () => {
  const { result } = last(2);
  act(() => result.current.dispatch({ type: 'boxed', ids: [19, 20], add: new Set() }));
  expect(result.current.selected.length).toBe(2);
  expect(result.current.selectedPart).toBe('some');
});

it('all stays selected when each loaded entry is left out', () => {
  const { result } = last(1);
  act(() => result.current.dispatch({ type: 'all', ids: [20], more: true }));
  act(() => result.current.dispatch({ type: 'clicked', id: 20, shift: false, toggle: true }));
  expect(result.current.selection.allBut).toEqual(new Set([20]));
});

it('a list that is loaded from its beginning to its end is no part', () => {
  const { result } = last(20);
  expect(result.current.isPart).toBe(false);
});
