import type { ActionContext, WholeSelection } from '../../../platform/registry/actions';
import { isFile } from '../entry/action-fits';
import { selectionOf } from '../entry/named-selections';
import type { Entry } from '../queries';
import { DownloadAsDialog, DownloadManyDialog } from './download-as-later';

/** Asks in which size and format a picture is downloaded, or all pictures among several entries and in a folder. */
export function downloadAs(entries: readonly Entry[], { appId, open }: ActionContext): void {
  const [first] = entries;
  if (first === undefined) return;
  if (entries.length === 1 && isFile(first)) {
    open((close) => <DownloadAsDialog appId={appId} file={first} close={close} />);
    return;
  }
  const subject = {
    nodeId: first.node_id,
    name: entries.length === 1 ? first.name : null,
    count: entries.length,
    mayHaveOthers: !entries.every((entry) => isFile(entry) && entry.entry_type === 'image'),
    selection: { node_ids: entries.map((entry) => entry.node_id) },
  };
  open((close) => <DownloadManyDialog appId={appId} subject={subject} close={close} />);
}

/** The same of everything that a folder's list shows, with its exceptions. */
export function downloadAllAs(whole: WholeSelection, { appId, open }: ActionContext): void {
  const { parentId: nodeId, count } = whole;
  const subject = { nodeId, name: null, count, mayHaveOthers: true, selection: selectionOf(whole) };
  open((close) => <DownloadManyDialog appId={appId} subject={subject} close={close} />);
}
