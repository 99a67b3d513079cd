import type { RefObject } from 'react';
import type { ActionContext } from '../../../platform/registry/actions';
import type { Geometry } from './browser-view';
import type { SelectionEvent } from './selection';
import { useFollowRenamed } from './use-follow-renamed';

interface Props {
  indexOf: ReadonlyMap<number, number>;
  geometry: RefObject<Geometry | null>;
  dispatch: (event: SelectionEvent) => void;
  /** Whether several are selected, which stay so. */
  keep: boolean;
  more: boolean;
  context: ActionContext;
}

/** Shows and marks an entry that stands elsewhere by its new name; beyond what is loaded, its folder is opened there. */
export function useShowRenamed({ indexOf, geometry, dispatch, keep, more, context }: Props): void {
  useFollowRenamed(indexOf, (id, index) => {
    if (index !== undefined) {
      geometry.current?.reveal(index);
      dispatch({ type: 'moved', id, extend: false, keep });
    } else if (more && context.folder) {
      const to = '/content/$appId/navigation/$parentId';
      const params = { appId: context.appId, parentId: context.folder.nodeId };
      void context.navigate({ to, params, search: { at: id }, replace: true });
    }
  });
}
