import type { RefObject } from 'react';
import type { ActionContext, EntryAction } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { heldByLock } from '../entry/held-by-lock';
import { heldBackForSelection, offeredForSelection, runOnSelection } from '../entry/offered';
import { sayLock } from '../entry/say-lock';
import { endCut } from '../move/cut-entries';
import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';
import type { Geometry, LongList } from './browser-view';
import { type Step, stepFrom } from './grid-layout';
import { useShortcuts } from './shortcuts';
import { type Keys, useFarEnd } from './use-far-end';
import { useHeldKey } from './use-held-key';
import { useTypeAhead } from './use-type-ahead';

const STEPS: Readonly<Record<string, Step>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'home',
  End: 'end',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
};

export interface BrowserKeysProps {
  entries: readonly Entry[];
  more: boolean;
  loadMore: () => void;
  list: LongList | null;
  selected: readonly Entry[];
  /** More is selected than the list has loaded, and the server has not said yet what. */
  waits: boolean;
  focusIndex: number;
  geometry: RefObject<Geometry | null>;
  writable: boolean;
  context: ActionContext;
  open: (entry: Entry) => void;
  move: (index: number, keys: Keys) => void;
  toggle: (index: number) => void;
  clear: () => void;
}

/** The keyboard of a list: arrows move the focus, everything else comes from the registry. */
export function useBrowserKeys(props: BrowserKeysProps): void {
  const { entries, selected, waits, focusIndex, geometry, writable, context, open, move, toggle, clear } = props;
  const { entryActions, placeActions } = useRegistry();
  const goFar = useFarEnd(props);
  const typing = useTypeAhead({ entries, focusIndex, go: (index) => move(index, { extend: false, keep: false }) });

  const walk = (step: Step, event: KeyboardEvent): boolean => {
    const layout = geometry.current;
    if (!layout || entries.length === 0) return false;
    if (layout.columns === 1 && (step === 'left' || step === 'right')) return false;
    const keys = { extend: event.shiftKey, keep: event.ctrlKey || event.metaKey };
    if (goFar(step, keys)) return true;
    const from = focusIndex;
    const isFirst = from < 0 && step !== 'end';
    move(isFirst ? 0 : stepFrom(from, step, layout.starts, entries.length, layout.columns), keys);
    return true;
  };

  const focused = entries[focusIndex];
  const targets = selected.length > 0 ? selected : focused ? [focused] : [];
  // What stands in the place of another has its key.
  const keyOf = ({ shortcut, inPlaceOf }: EntryAction) =>
    shortcut ?? (inPlaceOf && entryActions.find(({ key }) => key === inPlaceOf)?.shortcut);
  const act = (shortcut: string): boolean => {
    const all = [
      ...offeredForSelection(entryActions, targets, context),
      ...heldBackForSelection(entryActions, targets, context),
    ];
    const action = all.find((one) => keyOf(one) === shortcut);
    if (action) runOnSelection(action, targets, context);
    return action !== undefined || lockKeeps(shortcut);
  };
  const lockKeeps = (shortcut: string): boolean => {
    if (context.whole !== null || !heldByLock(entryActions, targets).some((one) => one.shortcut === shortcut))
      return false;
    const closed = targets.find(isClosed);
    if (closed) void sayLock(closed);
    return closed !== undefined;
  };
  const hold = useHeldKey(waits, act);

  useShortcuts((shortcut, event) => {
    // Of the fields only checkboxes are heard, and these use Space themselves.
    const onButton = event.target instanceof Element && event.target.closest('button, a[href], input') !== null;
    if (!onButton && typing.goesOn(event) && typing.type(event)) return true;
    const step = STEPS[event.key];
    if (step) return onButton ? false : walk(step, event);
    if (onButton && (shortcut === 'Enter' || shortcut === 'Space')) return false;
    if (shortcut === 'Escape') {
      endCut();
      hold(null);
      clear();
      return true;
    }
    if (shortcut === 'Ctrl+Space' && focused) {
      toggle(focusIndex);
      return true;
    }
    if (shortcut === 'Enter' && targets.length === 1 && targets[0]) {
      open(targets[0]);
      return true;
    }
    if (waits && entryActions.some((one) => one.shortcut === shortcut)) {
      hold(shortcut);
      return true;
    }
    if (act(shortcut)) return true;
    const place = placeActions.find((one) => one.shortcut === shortcut && one.fits(writable));
    place?.run(context);
    return place !== undefined || typing.type(event);
  });
}
