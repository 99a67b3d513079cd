/** The selected entries of a list, the focused cell, and the start of a shift range. */
export interface Selection {
  ids: ReadonlySet<number>;
  /** Everything is selected but these, also what the list has not loaded; then `ids` is empty. */
  allBut: ReadonlySet<number> | null;
  focus: number | null;
  anchor: number | null;
  /** Counts the selections: one ends when nothing is selected any more. */
  turn: number;
}

export type SelectionEvent =
  | { type: 'clicked'; id: number; shift: boolean; toggle: boolean }
  | { type: 'moved'; id: number; extend: boolean; keep: boolean }
  | { type: 'boxed'; ids: readonly number[]; add: ReadonlySet<number> }
  /** `more`: the list has not loaded everything. */
  | { type: 'all'; ids: readonly number[]; more: boolean }
  | { type: 'cleared' }
  | { type: 'removed'; ids: readonly number[] };

const none: ReadonlySet<number> = new Set();

export const nothingSelected: Selection = { ids: none, allBut: null, focus: null, anchor: null, turn: 0 };

const isEmpty = ({ ids, allBut }: Selection) => ids.size === 0 && allBut === null;

/** `order` is the list as shown: ranges follow it. */
export function select(selection: Selection, event: SelectionEvent, order: readonly number[]): Selection {
  const next = after(selection, event, order);
  return isEmpty(selection) && !isEmpty(next) ? { ...next, turn: selection.turn + 1 } : next;
}

function after(selection: Selection, event: SelectionEvent, order: readonly number[]): Selection {
  const only = (ids: ReadonlySet<number>, focus: number | null, anchor: number | null): Selection => ({
    ...{ ids, focus, anchor, allBut: null, turn: selection.turn },
  });
  switch (event.type) {
    case 'clicked':
      if (event.shift) return only(...range(selection, event.id, order, event.toggle));
      if (!event.toggle) return only(new Set([event.id]), event.id, event.id);
      if (selection.allBut !== null)
        return { ...selection, allBut: toggled(selection.allBut, event.id), focus: event.id, anchor: event.id };
      return only(toggled(selection.ids, event.id), event.id, event.id);
    case 'moved':
      if (event.extend) return only(...range(selection, event.id, order, false));
      if (event.keep) return { ...selection, focus: event.id };
      return only(new Set([event.id]), event.id, event.id);
    case 'boxed':
      if (selection.allBut !== null && event.add.size > 0)
        return { ...selection, allBut: without(selection.allBut, event.ids) };
      return only(new Set([...event.add, ...event.ids]), selection.focus, event.ids[0] ?? selection.anchor);
    case 'all':
      if (event.more) return { ...selection, ids: none, allBut: none };
      return { ...selection, ids: new Set(event.ids), allBut: null };
    case 'cleared':
      return only(none, selection.focus, null);
    case 'removed': {
      const gone = new Set(event.ids);
      const still = (id: number | null) => (id !== null && gone.has(id) ? null : id);
      return {
        ...selection,
        ids: without(selection.ids, event.ids),
        focus: still(selection.focus),
        anchor: still(selection.anchor),
      };
    }
  }
}

function range(
  { ids, focus, anchor: begun }: Selection,
  to: number,
  order: readonly number[],
  add: boolean,
): [ReadonlySet<number>, number, number] {
  const anchor = begun ?? focus ?? to;
  const from = order.indexOf(anchor);
  const end = order.indexOf(to);
  if (from < 0 || end < 0) return [new Set([to]), to, to];
  const between = order.slice(Math.min(from, end), Math.max(from, end) + 1);
  return [new Set(add ? [...ids, ...between] : between), to, anchor];
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

function without(ids: ReadonlySet<number>, gone: readonly number[]): ReadonlySet<number> {
  const next = new Set(ids);
  for (const id of gone) next.delete(id);
  return next;
}
