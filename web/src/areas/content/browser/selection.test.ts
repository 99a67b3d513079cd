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
const all: SelectionEvent = { type: 'all', ids: order, more: false };
const allOfMore: SelectionEvent = { type: 'all', ids: order, more: true };
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
    expect(run(all, click(10, { toggle: true }), { type: 'removed', ids: [10, 20] })).toMatchObject({
      ids: new Set([30, 40, 50]),
      focus: null,
      anchor: null,
    });
  });

  it('of a list with more to load, everything is selected but what is taken away', () => {
    const but = (...events: SelectionEvent[]) => [...(run(...events).allBut ?? [])];
    expect(run(allOfMore)).toMatchObject({ ids: new Set(), allBut: new Set() });
    expect(but(allOfMore, click(10, { toggle: true }), click(20, { toggle: true }))).toEqual([10, 20]);
    expect(but(allOfMore, click(10, { toggle: true }), click(10, { toggle: true }))).toEqual([]);
    expect(but(allOfMore, click(10, { toggle: true }), { type: 'boxed', ids: [10], add: new Set([20]) })).toEqual([]);
  });

  it.each([
    ['a click', click(30)],
    ['an arrow', { type: 'moved', id: 30, extend: false, keep: false }],
  ] as const)('%s ends the selection of everything', (_, event) => {
    expect(run(allOfMore, event)).toMatchObject({ ids: new Set([30]), allBut: null });
  });

  it('counts the selections', () => {
    expect(run(click(10), click(20), { type: 'cleared' }).turn).toBe(1);
    expect(run(click(10), { type: 'cleared' }, allOfMore).turn).toBe(2);
  });
});
