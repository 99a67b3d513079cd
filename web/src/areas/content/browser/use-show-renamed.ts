import type { RefObject } from 'react';
import type { ActionContext } from '../../../platform/registry/actions';
import { useIsUnderViewer } from '../viewer/use-shown';
import type { Geometry } from './browser-view';
import type { Selection } from './selection';
import { useFollowRenamed } from './use-follow-renamed';

interface Props {
  /** What is listed, and in which order. */
  list: string;
  indexOf: ReadonlyMap<number, number>;
  geometry: RefObject<Geometry | null>;
  selection: Selection;
  more: boolean;
  context: ActionContext;
}

/**
 * Shows an entry that stands elsewhere by its new name, as long as nobody has gone on to another one; beyond what is
 * loaded, the list goes there. What is selected stays so.
 */
export function useShowRenamed({ list, indexOf, geometry, selection, more, context }: Props): void {
  const isUnderViewer = useIsUnderViewer();
  useFollowRenamed(list, indexOf, (id, index) => {
    if (isUnderViewer) return;
    const isOnIt = selection.focus === id || selection.ids.has(id);
    // By touch nothing is selected, and nothing becomes so.
    if (!isOnIt && selection.ids.size > 0) return;
    if (index !== undefined) geometry.current?.reveal(index);
    else if (isOnIt && more && context.folder)
      void context.navigate({ to: '.', search: (now) => ({ ...now, at: id }), replace: true, resetScroll: false });
  });
}
