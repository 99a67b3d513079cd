import { type DragEvent, type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import type { ActionContext } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { usePrefetch } from '../../../platform/routing/later';
import { swiped } from '../entry/offered';
import { dragging } from '../move/drag-later';
import type { Entry } from '../queries';
import type { Geometry } from './browser-view';
import type { MenuPlace } from './EntryMenu';
import { boxedIndexes } from './marquee-box';
import type { Selection, SelectionEvent } from './selection';
import { useEntryPointer } from './use-entry-pointer';
import { useMarquee } from './use-marquee';
import { useSwipe } from './use-swipe';

interface Props {
  scroller: HTMLElement | null;
  surface: HTMLElement | null;
  geometry: RefObject<Geometry | null>;
  entries: readonly Entry[];
  entryAt: (nodeId: number) => Entry | null;
  selection: Selection;
  selected: readonly Entry[];
  dispatch: (event: SelectionEvent) => void;
  open: (entry: Entry) => void;
  context: ActionContext;
  openMenu: (place: MenuPlace) => void;
}

/** All that mouse and finger do with a list: clicks, taps, the menu, a box drawn around entries, swipes of a row. */
export function useListPointer(props: Props) {
  const { scroller, surface, geometry, entries, entryAt, selection, selected, dispatch, open, context } = props;
  const { entryActions } = useRegistry();
  usePrefetch(dragging);
  const kept = useRef<ReadonlySet<number>>(new Set());
  const marquee = useMarquee({
    scroller,
    surface,
    began: (keep) => {
      kept.current = keep ? selection.ids : new Set();
      if (!keep) dispatch({ type: 'cleared' });
    },
    changed: (box) => {
      const layout = geometry.current;
      if (!layout) return;
      const touched = boxedIndexes(box, layout.lines(), layout.cardWidth, layout.gap);
      const boxed = touched.flatMap((index) => (entries[index]?.role ? [entries[index].node_id] : []));
      dispatch({ type: 'boxed', ids: boxed, add: kept.current });
    },
  });
  const pointer = useEntryPointer({ entryAt, selection, selected, dispatch, open, openMenu: props.openMenu });
  const swipe = useSwipe({
    entryAt: (id) => (selected.length > 0 ? null : entryAt(id)),
    actionOf: (entry, side) => swiped(entryActions, entry, side),
    run: (action, entry) => action.run([entry], { ...context, whole: null }),
  });
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      marquee.start(event);
      pointer.pressed(event);
      swipe(event);
    },
    // A range of entries is no range of text.
    onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
    onClick: pointer.clicked,
    onDoubleClick: pointer.doubleClicked,
    onContextMenu: pointer.contextMenu,
    onDragStart: (event: DragEvent) => dragging.start(event, { entryAt, selected, context }),
  };
  return { box: marquee.box, handlers };
}
