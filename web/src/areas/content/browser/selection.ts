/** The selected entries of a list, the focused cell, and the start of a shift range. */
export interface Selection {
  ids: ReadonlySet<number>;
  focus: number | null;
  anchor: number | null;
}

export type SelectionEvent =
  | { type: 'clicked'; id: number; shift: boolean; toggle: boolean }
  | { type: 'moved'; id: number; extend: boolean; keep: boolean }
  | { type: 'boxed'; ids: readonly number[]; add: ReadonlySet<number> }
  | { type: 'all' }
  | { type: 'cleared' }
  | { type: 'removed'; ids: readonly number[] };

export const nothingSelected: Selection = { ids: new Set(), focus: null, anchor: null };

/** `order` is the list as shown: ranges follow it. */
export function select(selection: Selection, event: SelectionEvent, order: readonly number[]): Selection {
  switch (event.type) {
    case 'clicked':
      if (event.shift) return range(selection, event.id, order, event.toggle);
      if (event.toggle) return { ids: toggled(selection.ids, event.id), focus: event.id, anchor: event.id };
      return { ids: new Set([event.id]), focus: event.id, anchor: event.id };
    case 'moved':
      if (event.extend) return range(selection, event.id, order, false);
      if (event.keep) return { ...selection, focus: event.id };
      return { ids: new Set([event.id]), focus: event.id, anchor: event.id };
    case 'boxed':
      return { ...selection, ids: new Set([...event.add, ...event.ids]), anchor: event.ids[0] ?? selection.anchor };
    case 'all':
      return { ...selection, ids: new Set(order) };
    case 'cleared':
      return { ...selection, ids: new Set(), anchor: null };
    case 'removed': {
      const gone = new Set(event.ids);
      const next = (id: number | null) => (id !== null && gone.has(id) ? null : id);
      return {
        ids: new Set([...selection.ids].filter((id) => !gone.has(id))),
        focus: next(selection.focus),
        anchor: next(selection.anchor),
      };
    }
  }
}

function range(selection: Selection, to: number, order: readonly number[], add: boolean): Selection {
  const anchor = selection.anchor ?? selection.focus ?? to;
  const from = order.indexOf(anchor);
  const end = order.indexOf(to);
  if (from < 0 || end < 0) return { ids: new Set([to]), focus: to, anchor: to };
  const between = order.slice(Math.min(from, end), Math.max(from, end) + 1);
  return { ids: new Set(add ? [...selection.ids, ...between] : between), focus: to, anchor };
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
