import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { LastViewed } from '../viewer/use-shown';
import type { Geometry } from './browser-view';
import type { Selection, SelectionEvent } from './selection';

interface Props {
  geometry: RefObject<Geometry | null>;
  surface: HTMLElement | null;
  indexOf: ReadonlyMap<number, number>;
  selection: Selection;
  dispatch: (event: SelectionEvent) => void;
  lastViewed: LastViewed | null;
  /** The list is laid out. */
  ready: boolean;
}

/** Moves the focus to a cell, wherever in the list it is: the call scrolls there, and the cell gets it once it is drawn. */
export function useCellFocus({ geometry, surface, indexOf, selection, dispatch, lastViewed, ready }: Props) {
  const awaited = useRef<number | null>(null);
  const focusCell = (id: number, index: number) => {
    geometry.current?.reveal(index);
    awaited.current = id;
  };
  // The cell of the focus is always drawn, at the latest in the render that follows the change of the selection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the selection may draw the cell
  useLayoutEffect(() => {
    if (awaited.current === null) return;
    surface?.querySelector<HTMLElement>(`[data-node="${awaited.current}"]`)?.focus({ preventScroll: true });
    awaited.current = null;
  }, [selection]);
  const goTo = useEffectEvent(({ nodeId: id, select: selects = false }: LastViewed) => {
    const index = indexOf.get(id);
    if (index === undefined || id === selection.focus) return;
    focusCell(id, index);
    dispatch({ type: 'moved', id, extend: false, keep: !selects && selection.ids.size !== 1 });
  });
  useEffect(() => {
    if (lastViewed && ready) goTo(lastViewed);
  }, [lastViewed, ready]);
  return focusCell;
}
