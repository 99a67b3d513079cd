import type { ActionContext } from '../../../platform/registry/actions';
import type { Entry } from '../queries';
import type { Moved, Target, Way } from './moved-entries';
import type { Mover } from './told-until-ended';

/** It is seen at once, wherever it is, so it brings its look along. */
const OVER = { outline: '2px dashed var(--v-primary-ui)', outlineOffset: '-2px', background: 'var(--v-soft)' };
const NOT_OVER = { outline: '', outlineOffset: '', background: '' };

/** Follows entries that are dragged over the page until they are dropped on a folder, or nowhere. */
export function followDrag(
  moved: Moved,
  context: Mover & Pick<ActionContext, 'open'>,
  entryAt: (nodeId: number) => Entry | null,
): void {
  const taken = new Set(moved.entries.map(({ node_id }) => node_id));
  const stop = new AbortController();
  let over: HTMLElement | null = null;
  const show = (next: HTMLElement | null) => {
    if (over === next) return;
    if (over !== null) Object.assign(over.style, NOT_OVER);
    if (next !== null) Object.assign(next.style, OVER);
    over = next;
  };
  const placeUnder = (event: DragEvent): HTMLElement | null => {
    const place = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-takes]') : null;
    return place !== null && taken.has(Number(place.dataset['takes'])) ? null : place;
  };
  const end = () => {
    show(null);
    stop.abort();
  };
  const { signal } = stop;
  window.addEventListener(
    'dragover',
    (event) => {
      const place = placeUnder(event);
      show(place);
      if (place === null) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = wayOf(event);
    },
    { signal },
  );
  window.addEventListener(
    'drop',
    (event) => {
      const place = placeUnder(event);
      end();
      if (place === null) return;
      event.preventDefault();
      const [target, way] = [targetOf(place, entryAt), wayOf(event)];
      void import('./move-or-ask').then(({ moveOrAsk }) => moveOrAsk(context, moved, target, way));
    },
    { signal },
  );
  window.addEventListener('dragend', end, { signal });
}

/** With Ctrl held, or Alt on a Mac, what is dropped is copied. */
const wayOf = ({ ctrlKey, altKey }: DragEvent): Way => (ctrlKey || altKey ? 'copy' : 'move');

function targetOf(place: HTMLElement, entryAt: (nodeId: number) => Entry | null): Target {
  const nodeId = Number(place.dataset['takes']);
  return { nodeId, name: entryAt(nodeId)?.name ?? place.title };
}
