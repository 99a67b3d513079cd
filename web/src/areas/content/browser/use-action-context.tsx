import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { ActionContext, ListScreen } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { usePrefetch } from '../../../platform/routing/later';
import { useUploads } from '../../../platform/uploads/uploads-context';
import { OpenListContext } from '../entry/open-list';
import type { Entry } from '../queries';

interface Props {
  appId: number;
  entries: readonly Entry[];
  loadMore: () => void;
  /** The folder for what is added; null if nothing can be. */
  folder: ActionContext['folder'];
  screen: Pick<ListScreen, 'inform'> & Partial<ListScreen>;
}

/** The file that the preview showed last; a new object each time it closes. */
export interface LastViewed {
  nodeId: number;
}

/** What actions of any area need from this list, and the dialog that one of them has opened. */
export function useActionContext(props: Props): {
  context: ActionContext;
  dialog: ReactNode;
  lastViewed: LastViewed | null;
} {
  const { appId, entries, loadMore, folder, screen } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { entryActions, placeActions } = useRegistry();
  const { startUpload } = useUploads();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const [lastViewed, setLastViewed] = useState<LastViewed | null>(null);
  const close = useCallback(() => setDialog(null), []);
  const open = useCallback((show: (close: () => void) => ReactNode) => setDialog(show(close)), [close]);
  const list = useMemo(() => ({ entries, loadMore }), [entries, loadMore]);
  // A dialog opens before the next letter is typed.
  usePrefetch(...entryActions, ...placeActions);
  const nothing = () => undefined;
  const context: ActionContext = {
    ...{ appId, folder, client, navigate, open, startUpload },
    screen: {
      switchView: nothing,
      selectAll: nothing,
      search: () => void navigate({ to: '/content/$appId/search', params: { appId } }),
      viewed: (nodeId) => setLastViewed({ nodeId }),
      ...screen,
    },
  };
  return {
    context,
    lastViewed,
    dialog: dialog && (
      <OpenListContext value={list}>
        <Suspense fallback={null}>{dialog}</Suspense>
      </OpenListContext>
    ),
  };
}
