import { loadPanelTexts } from '../../platform/i18n/panel-texts';
import type { ActionContext, Entry } from '../../platform/registry/actions';
import { RequestDialog } from './RequestDialog';

/** Asks to be let download an entry; of what was asked already, says for whom one waits. */
export async function askToDownload(entry: Entry, { appId, open }: ActionContext): Promise<void> {
  await loadPanelTexts();
  open((close) => <RequestDialog appId={appId} entry={entry} close={close} />);
}
