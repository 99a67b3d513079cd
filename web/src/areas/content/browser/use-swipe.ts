import type { PointerEvent as ReactPointerEvent } from 'react';
import type { EntryAction } from '../../../platform/registry/actions';
import type { Entry } from '../queries';

/** A finger that has moved less may still press or scroll. */
const BEGINS_PX = 12;
/** From here on, letting go does it. */
const ARMED_PX = 88;
const FARTHEST_PX = 160;

interface Props {
  entryAt: (nodeId: number) => Entry | null;
  /** What a swipe to this side does with an entry; null: nothing. */
  actionOf: (entry: Entry, side: 'left' | 'right') => EntryAction | null;
  run: (action: EntryAction, entry: Entry) => void;
}

/**
 * A finger that moves a row of the table sideways: the row uncovers what letting go does. The row is moved without
 * drawing the list again; `data-swipe` and the words below it are for the style sheet.
 */
export function useSwipe({ entryAt, actionOf, run }: Props) {
  return ({ target, pointerType, isPrimary, clientX, clientY }: ReactPointerEvent) => {
    if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return;
    const row = target.closest<HTMLElement>('[role=row][data-node]');
    const entry = row && entryAt(Number(row.dataset['node']));
    if (!row || !entry?.role) return;
    const stop = new AbortController();
    let action: EntryAction | null = null;
    const end = () => {
      stop.abort();
      row.style.translate = '';
      for (const name of ['swipe', 'words', 'danger', 'armed']) delete row.dataset[name];
    };
    const begin = (side: 'left' | 'right') => {
      action = actionOf(entry, side);
      if (action === null) return end();
      row.dataset['swipe'] = side;
      row.dataset['words'] = action.label();
      if (action.danger) row.dataset['danger'] = 'true';
    };
    const move = (to: PointerEvent) => {
      const [x, y] = [to.clientX - clientX, to.clientY - clientY];
      if (action === null) {
        if (Math.abs(y) > BEGINS_PX) return end();
        if (Math.abs(x) < BEGINS_PX) return;
        begin(x < 0 ? 'left' : 'right');
        if (action === null) return;
      }
      const far = row.dataset['swipe'] === 'left' ? Math.min(0, x) : Math.max(0, x);
      row.style.translate = `${Math.max(-FARTHEST_PX, Math.min(FARTHEST_PX, far))}px`;
      if (Math.abs(far) >= ARMED_PX) row.dataset['armed'] = 'true';
      else delete row.dataset['armed'];
    };
    const lift = () => {
      const [chosen, armed] = [action, row.dataset['armed'] !== undefined];
      end();
      if (chosen !== null && armed) run(chosen, entry);
    };
    window.addEventListener('pointermove', move, { signal: stop.signal });
    window.addEventListener('pointerup', lift, { signal: stop.signal });
    window.addEventListener('pointercancel', end, { signal: stop.signal });
  };
}
