import { withActionTexts } from '../../../platform/i18n/action-texts';
import type { ActionContext } from '../../../platform/registry/actions';
import { later } from '../../../platform/routing/later';

const AskDialog = later(() => withActionTexts(import('./AskDialog')), 'AskDialog');

/** Asks people without an account for files, for this folder. */
export function askForFiles(folder: { nodeId: number; name: string }, { appId, open }: ActionContext): void {
  open((close) => <AskDialog appId={appId} folder={folder} close={close} />);
}
