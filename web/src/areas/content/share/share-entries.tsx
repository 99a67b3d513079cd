import type { ActionContext } from '../../../platform/registry/actions';
import type { Entry } from '../queries';
import { ShareDialog } from './share-dialog-later';

/** Asks with whom entries are shared. */
export function shareEntries(entries: readonly Entry[], { appId, open }: ActionContext): void {
  open((close) => <ShareDialog appId={appId} entries={entries} close={close} />);
}
