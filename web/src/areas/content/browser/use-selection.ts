import { useCallback, useEffect, useMemo, useReducer } from 'react';
import type { Entry } from '../queries';
import type { BrowserView, LongList } from './browser-view';
import { nothingSelected, type Selection, type SelectionEvent, select } from './selection';

type Change = { event: SelectionEvent; order: readonly number[] };

function reduce(selection: Selection, { event, order }: Change): Selection {
  return select(selection, event, order);
}

/** What is selected of a list, and its focused cell; what leaves the list leaves the selection. */
export function useSelection(entries: readonly Entry[], more: boolean, list: LongList | null) {
  const [chosen, change] = useReducer(reduce, nothingSelected);
  const ids = useMemo(() => entries.map((entry) => entry.node_id), [entries]);
  const indexOf = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids]);
  const dispatch = useCallback((event: SelectionEvent) => change({ event, order: ids }), [ids]);
  // After a jump, what comes before it is not loaded either.
  const isPart = more || (list !== null && list.begin > 0);
  // What is on its way cannot be selected.
  const there = useMemo(() => entries.filter((entry) => entry.node_id > 0), [entries]);
  const selectable = useMemo(() => there.flatMap((entry) => (entry.role ? [entry.node_id] : [])), [there]);
  const { allBut } = chosen;
  const selection = useMemo(
    () => (allBut === null ? chosen : { ...chosen, ids: new Set(selectable.filter((id) => !allBut.has(id))) }),
    [chosen, allBut, selectable],
  );
  const selected = useMemo(() => there.filter((entry) => selection.ids.has(entry.node_id)), [there, selection.ids]);

  useEffect(() => {
    const gone = [...selection.ids].filter((id) => !indexOf.has(id));
    if (gone.length > 0) dispatch({ type: 'removed', ids: gone });
    if (allBut !== null && selection.ids.size === 0 && !isPart) dispatch({ type: 'cleared' });
  }, [selection.ids, indexOf, dispatch, allBut, isPart]);

  const isWhole = allBut === null ? !isPart && selected.length === selectable.length : allBut.size === 0;
  const selectedPart: BrowserView['selectedPart'] = selected.length === 0 ? 'none' : isWhole ? 'all' : 'some';
  const focusIndex = selection.focus === null ? -1 : (indexOf.get(selection.focus) ?? -1);
  const tabStop = focusIndex >= 0 ? selection.focus : (ids[0] ?? null);
  return {
    ...{ ids, indexOf, dispatch, there, selectable, isPart },
    ...{ selection, selected, selectedPart, focusIndex, tabStop },
  };
}
