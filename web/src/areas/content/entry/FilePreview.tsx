import { useMemo, useState } from 'react';
import type { ActionContext } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import type { Entry } from '../queries';
import { Lightbox } from './Lightbox';
import { offered } from './offered';
import { useOpenList } from './open-list';

type Props = { first: Entry; context: ActionContext; close: () => void };

/** The viewer over the open list, beginning at one of its files. */
export function FilePreview({ first, context, close }: Props) {
  const { appId, navigate, screen } = context;
  const { entryActions } = useRegistry();
  const { entries, loadMore } = useOpenList();
  const [nodeId, show] = useState(first.node_id);
  const files = useMemo(
    () => entries.filter((entry) => entry.node_type === 'file' && entry.role !== null && !entry.locked),
    [entries],
  );
  const shown = files.find((file) => file.node_id === nodeId);
  const download = shown && offered(entryActions, [shown], null).find(({ key }) => key === 'download');
  return (
    <Lightbox
      appId={appId}
      files={files}
      nodeId={nodeId}
      show={show}
      loadMore={loadMore}
      {...(download && { download: (chosen) => download.run(chosen, context) })}
      inform={(entry) => {
        close();
        void navigate({ to: '/content/$appId/actions/entry/info/$nodeId', params: { appId, nodeId: entry.node_id } });
      }}
      close={() => {
        screen.viewed(nodeId);
        close();
      }}
    />
  );
}
