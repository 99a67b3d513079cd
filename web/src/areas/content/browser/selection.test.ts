import { describe, expect, it } from 'vitest';
import { nothingSelected, type Selection, type SelectionEvent, select } from './selection';

const order = [10, 20, 30, 40, 50];
const run = (...events: SelectionEvent[]): Selection =>
  events.reduce((now, event) => select(now, event, order), nothingSelected);
const click = (id: number, keys: { shift?: boolean; toggle?: boolean } = {}): SelectionEvent => ({
  type: 'clicked',
  id,
  shift: keys.shift ?? false,
  toggle: keys.toggle ?? false,
});
const ids = (selection: Selection) => [...selection.ids].sort();

describe('selecting', () => {
  it('a click takes one, ctrl adds and takes away', () => {
    expect(ids(run(click(10), click(20)))).toEqual([20]);
    expect(ids(run(click(10), click(20, { toggle: true }), click(10, { toggle: true })))).toEqual([20]);
  });

  it('shift runs from the anchor both ways, ctrl+shift adds', () => {
    expect(ids(run(click(30), click(50, { shift: true })))).toEqual([30, 40, 50]);
    expect(ids(run(click(30), click(50, { shift: true }), click(20, { shift: true })))).toEqual([20, 30]);
    expect(ids(run(click(10), click(30, { toggle: true }), click(40, { shift: true, toggle: true })))).toEqual([
      10, 30, 40,
    ]);
  });

  it('arrows move the focus, extend with shift, and keep the selection with ctrl', () => {
    expect(run(click(10), { type: 'moved', id: 20, extend: false, keep: false })).toMatchObject({ focus: 20 });
    expect(ids(run(click(10), { type: 'moved', id: 20, extend: true, keep: false }))).toEqual([10, 20]);
    expect(ids(run(click(10), { type: 'moved', id: 20, extend: false, keep: true }))).toEqual([10]);
  });

  it('a box adds to what was there when asked', () => {
    expect(ids(run({ type: 'boxed', ids: [20, 30], add: new Set([50]) }))).toEqual([20, 30, 50]);
  });

  it('forgets what was removed', () => {
    expect(run({ type: 'all' }, click(10, { toggle: true }), { type: 'removed', ids: [10, 20] })).toEqual({
      ids: new Set([30, 40, 50]),
      focus: null,
      anchor: null,
    });
  });
});
