import type { MouseEvent } from 'react';
import type { Entry } from '../queries';
import type { MenuPlace } from './EntryMenu';
import type { Selection, SelectionEvent } from './selection';
import { useLongPress } from './use-long-press';

interface Props {
  entryAt: (nodeId: number) => Entry | null;
  selection: Selection;
  selected: readonly Entry[];
  dispatch: (event: SelectionEvent) => void;
  open: (entry: Entry) => void;
  openMenu: (place: MenuPlace) => void;
}

const cellOf = (target: EventTarget) => (target instanceof Element ? target.closest<HTMLElement>('[data-node]') : null);

const isTouch = (event: Event) => event instanceof PointerEvent && event.pointerType === 'touch';

/** Clicks, taps, long presses and right clicks on cards and rows, handled once for the whole list. */
export function useEntryPointer({ entryAt, selection, selected, dispatch, open, openMenu }: Props) {
  const entryUnder = (target: EventTarget) => entryAt(Number(cellOf(target)?.dataset['node']));
  const hangMenu = (entry: Entry, at: Omit<MenuPlace, 'entries'>, byTouch = false) => {
    if (entry.role === null) return;
    const several = selection.ids.has(entry.node_id) && selected.length > 1;
    // By touch a selection stays until it is left, and the next tap would add to it.
    if (!byTouch && !selection.ids.has(entry.node_id))
      dispatch({ type: 'clicked', id: entry.node_id, shift: false, toggle: false });
    openMenu({ entries: several ? selected : [entry], ...at });
  };
  // A long press selects, as on every phone; taps after it select more.
  const press = useLongPress((target) => {
    const entry = entryUnder(target);
    if (!entry?.role) return false;
    navigator.vibrate?.(10);
    dispatch({ type: 'clicked', id: entry.node_id, shift: false, toggle: true });
    return true;
  });
  const clicked = (event: MouseEvent) => {
    if (press.swallow()) return;
    const entry = entryUnder(event.target);
    if (!entry || !(event.target instanceof Element)) return;
    const byTouch = isTouch(event.nativeEvent);
    const button = event.target.closest<HTMLElement>('[data-menu-of]');
    if (button) {
      const edge = button.getBoundingClientRect();
      return hangMenu(entry, { x: edge.right, y: edge.bottom + 4, corner: 'end', from: button }, byTouch);
    }
    const ticked = event.target.closest('[data-select-mark]') !== null;
    // Touch has no double click: a tap opens, or extends the selection once something is selected.
    if (byTouch && !ticked && selection.ids.size === 0) return open(entry);
    if (entry.role === null) return;
    const toggle = ticked || byTouch || event.ctrlKey || event.metaKey;
    dispatch({ type: 'clicked', id: entry.node_id, shift: event.shiftKey, toggle });
  };
  const doubleClicked = (event: MouseEvent) => {
    const entry = entryUnder(event.target);
    if (entry && event.target instanceof Element && !event.target.closest('button, [data-select-mark]')) open(entry);
  };
  const contextMenu = (event: MouseEvent) => {
    const entry = entryUnder(event.target);
    if (!entry) return;
    event.preventDefault();
    // On a touch screen the menu is behind its button: a long press has selected.
    if (isTouch(event.nativeEvent)) return;
    hangMenu(entry, { x: event.clientX, y: event.clientY, corner: 'start', from: cellOf(event.target) });
  };
  return { pressed: press.start, clicked, doubleClicked, contextMenu };
}
