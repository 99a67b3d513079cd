import i18next from 'i18next';
import type { DragEvent } from 'react';
import type { ActionContext } from '../../../platform/registry/actions';
import type { Entry } from '../queries';
import { followDrag } from './drag-entries';
import { mayMove } from './may-move';
import { countOf, movedOf } from './moved-entries';

export interface DragProps {
  entryAt: (nodeId: number) => Entry | null;
  selected: readonly Entry[];
  context: ActionContext;
}

/** The picture of several, beside the pointer; it is needed at once, so it brings its look along. */
const CARRIED = {
  ...{ position: 'fixed', top: '-100px', padding: '8px 14px', borderRadius: '10px' },
  ...{ background: 'var(--v-primary)', color: 'var(--v-on-primary)', fontWeight: '600' },
};

/** The mouse takes an entry, and with it all that are selected, to drop them on a folder. */
export function startDrag(event: DragEvent, { entryAt, selected, context }: DragProps): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node]') : null;
  const entry = entryAt(Number(cell?.dataset['node']));
  if (entry === null || !mayMove(entry)) {
    event.preventDefault();
    return;
  }
  const isSelected = selected.some(({ node_id }) => node_id === entry.node_id);
  const entries = isSelected ? selected.filter(mayMove) : [entry];
  const moved = movedOf(entries, context);
  event.dataTransfer.effectAllowed = 'copyMove';
  event.dataTransfer.setData('application/x-entries', '');
  const count = countOf(moved);
  if (count > 1) {
    const label = document.createElement('div');
    label.textContent = i18next.t('selection.count', { ns: 'content', count });
    Object.assign(label.style, CARRIED);
    document.body.append(label);
    event.dataTransfer.setDragImage(label, -12, -12);
    setTimeout(() => label.remove());
  }
  followDrag(moved, context, entryAt);
}
