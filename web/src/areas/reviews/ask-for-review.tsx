import i18next from 'i18next';
import { loadPanelTexts } from '../../platform/i18n/panel-texts';
import type { ActionContext, Entry } from '../../platform/registry/actions';
import { notify } from '../../platform/ui/notify';
import { AskDialog } from './ask-dialog-later';
import { MOST_FILES } from './review-queries';

/** Asks who is to review these files. */
export async function askForReview(entries: readonly Entry[], { appId, open }: ActionContext): Promise<void> {
  await loadPanelTexts();
  if (entries.length > MOST_FILES) return notify.info(i18next.t('tooMany', { ns: 'reviews_panel', most: MOST_FILES }));
  open((close) => <AskDialog appId={appId} files={entries} close={close} />);
}
