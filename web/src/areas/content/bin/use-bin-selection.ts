import { useMemo, useReducer } from 'react';
import type { Schema } from '../../../platform/api/client';
import { nothingSelected, type Selection, type SelectionEvent, select } from '../browser/selection';
import { useWhole } from '../browser/use-whole';
import { named } from '../entry/named-selections';
import type { BinEntry } from '../queries';

interface Props {
  appId: number;
  entries: readonly BinEntry[];
  more: boolean;
  term: string;
  mine: boolean;
}

type Change = { event: SelectionEvent; order: readonly number[] };

const reduce = (selection: Selection, { event, order }: Change): Selection => select(selection, event, order);

/** The selected entries of the bin, which may be more than are loaded. */
export interface BinSelection {
  has: (id: number) => boolean;
  toggle: (id: number, shift: boolean) => void;
  /** The number of selected entries; null while the server counts them. */
  count: number | null;
  bytes: number;
  /** How many of them may be deleted for good. */
  purgeable: number;
  /** How many can be selected; null while it is unknown. */
  all: number | null;
  isEmpty: boolean;
  selectAll: () => void;
  clear: () => void;
  /** What the server is told, in as many calls as it takes. */
  bodies: readonly Schema<'Selection'>[];
}

export function useBinSelection({ appId, entries, more, term, mine }: Props): BinSelection {
  const [selection, change] = useReducer(reduce, nothingSelected);
  const order = useMemo(() => entries.map((entry) => entry.node_id), [entries]);
  const place = { in_bin: true, ...(term !== '' && { term }), ...(mine && { mine }) };
  const { whole, all } = useWhole({ appId, place, selection, entries, isPart: more });
  const { allBut, ids } = selection;
  const selected = entries.filter(({ node_id: id }) => (allBut === null ? ids.has(id) : !allBut.has(id)));
  const dispatch = (event: SelectionEvent) => change({ event, order });
  const waits = allBut !== null && whole === null;
  return {
    has: (id) => (allBut === null ? ids.has(id) : !allBut.has(id)),
    toggle: (id, shift) => dispatch({ type: 'clicked', id, shift, toggle: true }),
    count: waits ? null : (whole?.count ?? selected.length),
    bytes: whole?.bytes ?? selected.reduce((sum, entry) => sum + (entry.size ?? 0), 0),
    purgeable: whole ? (whole.acts.get('purge') ?? 0) : selected.filter((entry) => entry.purgeable).length,
    all: more ? all : entries.length,
    isEmpty: allBut === null && selected.length === 0,
    selectAll: () => dispatch({ type: 'all', ids: order, more }),
    clear: () => dispatch({ type: 'cleared' }),
    bodies: whole
      ? [{ ...place, except: [...whole.except], as_of: whole.asOf }]
      : named(selected.map((entry) => entry.node_id)),
  };
}
