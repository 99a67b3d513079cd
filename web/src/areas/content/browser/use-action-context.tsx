import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { ActionContext, ListScreen } from '../../../platform/registry/actions';
import { openPaletteWith } from '../../../platform/registry/palette';
import { useRegistry } from '../../../platform/registry/registry';
import { usePrefetch } from '../../../platform/routing/later';
import { useUploads } from '../../../platform/uploads/uploads-context';
import type { Entry } from '../queries';
import { FileViewer } from '../viewer/file-viewer-later';
import { type LastViewed, useLastViewed, useShown } from '../viewer/use-shown';

/** The list of a page, as far as it is loaded. */
export interface OpenList {
  entries: readonly Entry[];
  more: boolean;
  /** How many entries there are, or at least are, as far as it is known. */
  total?: number | null;
  totalAtLeast?: boolean;
  loadMore: () => void;
  /** Whether a file that is not loaded yet belongs to the list. */
  holds: (entry: Entry) => boolean;
}

interface Props {
  appId: number;
  list: OpenList;
  /** The folder for what is added; null if nothing can be. */
  folder: ActionContext['folder'];
  screen: Pick<ListScreen, 'inform'> & Partial<ListScreen>;
}

/** What actions of any area need from this list, and what lies over it: the viewer, and an action's dialog. */
export function useActionContext({ appId, list, folder, screen }: Props): {
  context: ActionContext;
  dialog: ReactNode;
  lastViewed: LastViewed | null;
} {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { entryActions, placeActions } = useRegistry();
  const { startUpload } = useUploads();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const shown = useShown();
  const lastViewed = useLastViewed(shown.nodeId);
  const close = useCallback(() => setDialog(null), []);
  const open = useCallback((show: (close: () => void) => ReactNode) => setDialog(show(close)), [close]);
  // A dialog opens before the next letter is typed.
  usePrefetch(...entryActions, ...placeActions);
  const nothing = () => undefined;
  const context: ActionContext = {
    ...{ appId, folder, client, navigate, open, startUpload, whole: null },
    screen: {
      switchView: nothing,
      selectAll: nothing,
      search: () => openPaletteWith(''),
      view: shown.open,
      ...screen,
    },
  };
  return {
    context,
    lastViewed,
    dialog: (
      <>
        {shown.nodeId !== null && (
          <Suspense fallback={null}>
            <FileViewer nodeId={shown.nodeId} shown={shown} list={list} context={context} />
          </Suspense>
        )}
        {dialog && <Suspense fallback={null}>{dialog}</Suspense>}
      </>
    ),
  };
}
